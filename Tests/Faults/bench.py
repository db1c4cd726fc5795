"""What the programs of this folder share: running the command, and running the tests."""
import argparse
import contextlib
import os
import random
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CARD = "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Ruiz;Ana;;;\r\nFN:Ana Ruiz {0}\r\nTEL;TYPE=CELL:+1 202-555-0101\r\n" \
       "EMAIL;TYPE=HOME:ana{0}@example.com\r\nNOTE:some words that make the card a little longer than it would be\r\nEND:VCARD\r\n"


class Failure(Exception):
    pass


def check(truth, message):
    if not truth:
        raise Failure(message)


class Run:
    """One finished run: exit code, output, messages, peak memory in MB, seconds."""

    def __init__(self, code, out, err, megabytes=0.0, seconds=0.0):
        self.code, self.out, self.err, self.megabytes, self.seconds = code, out, err, megabytes, seconds

    def wants(self, code, *words):
        check(self.code == code, "exit %s, not %d: %s" % (self.code, code, self.err[-300:].decode("utf-8", "replace")))
        for word in words:
            check(word.encode() in self.err, "standard error lacks %r: %s" % (word, self.err[-300:].decode("utf-8", "replace")))
        return self


def peak_kilobytes(pid):
    """The most memory that a running process had; what wait4 tells would include this program's own."""
    try:
        with open("/proc/%d/status" % pid) as file:
            return next((int(line.split()[1]) for line in file if line.startswith("VmHWM")), 0)
    except OSError:
        return 0


class Bench:
    def __init__(self, command, folder, kills, seed, slow):
        self.command, self.folder, self.kills, self.slow = command, folder, kills, slow
        self.random = random.Random(seed)
        self.large = self.make("large.vcf", "".join(CARD.format(i) for i in range(60000)))
        self.small = self.make("small.vcf", CARD.format(0))

    def path(self, name):
        return os.path.join(self.folder, name)

    def make(self, name, data):
        with open(self.path(name), "wb") as file:
            file.write(data.encode() if isinstance(data, str) else data)
        return self.path(name)

    def run(self, *arguments, stdin=subprocess.DEVNULL, seconds=120, environment=None, **more):
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            start = time.monotonic()
            child = subprocess.Popen([self.command, *map(str, arguments)], stdin=stdin, stdout=out, stderr=err, cwd=ROOT,
                                     env={**os.environ, **(environment or {})}, **more)
            peak = 0
            while True:
                peak = max(peak, peak_kilobytes(child.pid))
                pid, status, _ = os.wait4(child.pid, os.WNOHANG)
                if pid:
                    break
                if time.monotonic() - start > seconds:
                    child.kill()
                    child.wait()
                    raise Failure("ran longer than %d s" % seconds)
                time.sleep(0.002)
            child.returncode = os.waitstatus_to_exitcode(status)
            out.seek(0), err.seek(0)
            return Run(child.returncode, out.read(), err.read(), peak / 1024, time.monotonic() - start)

    def convert(self, *arguments, **more):
        return self.run("convert", *arguments, "--no-progress", **more)


def hidden(folder):
    return [name for name in os.listdir(folder) if name.startswith(".")]


@contextlib.contextmanager
def tiny_disk(bench):
    """A disk of 1 MB; None where it cannot be mounted."""
    place = bench.path("tiny")
    os.makedirs(place, exist_ok=True)
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", place], capture_output=True)
    if done.returncode:
        yield None
        return
    try:
        yield place
    finally:
        subprocess.run(["umount", place], check=True)


def main(tests, kills):
    """Runs the functions of `tests` whose names begin with test_; a name is printed when it fails."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--command", default=os.path.join(ROOT, ".build/release/cardmill"))
    parser.add_argument("--kills", type=int, default=kills)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--slow", action="store_true", help="also what takes more than a minute")
    given = parser.parse_args()
    command = os.path.abspath(given.command)
    if not os.access(command, os.X_OK):
        sys.exit("%s: %s cannot be run; `make release` builds it" % (sys.argv[0], command))
    passed = failed = 0
    with tempfile.TemporaryDirectory(prefix="cardmill-faults-") as folder:
        bench = Bench(command, folder, given.kills, given.seed, given.slow)
        for name, test in list(tests.items()):
            if not name.startswith("test_") or given.only not in name:
                continue
            try:
                skipped = test(bench)
                passed += 1
                if skipped:
                    print("skipped %s: %s" % (name[5:], skipped))
            except (Failure, OSError, ValueError, IndexError, subprocess.SubprocessError) as error:
                failed += 1
                print("FAILED %s: %s" % (name[5:], error), flush=True)
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed else 0
