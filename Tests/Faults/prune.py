#!/usr/bin/env python3
"""Faults that a pruning must survive: kills, full disks, changing inputs, hostile journals and programs.

    Tests/Faults/prune.py [--command .build/release/cardmill] [--kills 240] [--seed 1] [--only TEXT] [--slow]

Prints a line for each failure and at the end `N passed, N failed`; exit 0 when none failed.
"""
import base64
import fcntl
import json
import os
import pty
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import termios
import time

from bench import CARD, ROOT, Failure, Run, check, main, peak_kilobytes, tiny_disk

TENTH = ("--where", "email LIKE 'ana%7@example.com'")


def cards(count):
    return "".join(CARD.format(number) for number in range(count))


def read(path):
    """The bytes of a file; None when there is none."""
    if not os.path.exists(path):
        return None
    with open(path, "rb") as file:
        return file.read()


class Place:
    """An empty folder for one test, with its input and the names that go with it."""

    def __init__(self, bench, count=40, folder=None):
        self.bench = bench
        self.folder = folder or tempfile.mkdtemp(dir=bench.folder)
        self.old = cards(count).encode()
        self.input, self.output, self.gone = self.path("in.vcf"), self.path("out.vcf"), self.path("gone.vcf")
        self.put("in.vcf", self.old)

    def path(self, name):
        return os.path.join(self.folder, name)

    def put(self, name, data):
        with open(self.path(name), "wb") as file:
            file.write(data if isinstance(data, bytes) else data.encode())
        return self.path(name)

    def prune(self, *arguments, **more):
        return self.bench.run("prune", *arguments, "--no-progress", **more)

    def in_place(self, *arguments, **more):
        return self.prune(self.input, "--in-place", "--yes", *TENTH, "--removed", self.gone, *arguments, **more)

    def files(self):
        """What the folder holds: names, bytes, and where links lead."""
        found = {}
        for name in os.listdir(self.folder):
            path = self.path(name)
            found[name] = os.readlink(path) if os.path.islink(path) else read(path)
        return found

    def empty(self):
        for name in os.listdir(self.folder):
            os.unlink(self.path(name))

    def unchanged(self, code, *words):
        """A check that a run ends with `code`, says `words` and changes nothing in the folder."""
        before = self.files()

        def done(run):
            run.wants(code, *words)
            after = self.files()
            check(after == before, "changed: %s" % sorted(name for name in {*before, *after} if before.get(name) != after.get(name)))
        return done


# Every function named test_… is a test; its name is printed when it fails.

# MARK: Ends at any moment

class Killing:
    """A pruning in place that is ended, and what may lie in the folder then."""

    def __init__(self, bench, count):
        self.place = place = Place(bench, count)
        self.command = [bench.command, "prune", place.input, "--in-place", "--yes", *TENTH, "--removed", place.gone,
                        "--no-progress", "--now", "2026-01-01T00:00:00Z"]
        start = time.monotonic()
        check(subprocess.run(self.command, capture_output=True).returncode == 0, "the pruning fails")
        self.seconds = time.monotonic() - start
        self.after = place.files()
        check(self.after["in.vcf"] != place.old and self.after["in.vcf.bak"] == place.old, "it prunes nothing")

    def begin(self, **more):
        self.place.empty()
        self.place.put("in.vcf", self.place.old)
        return subprocess.Popen(self.command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **more)

    def examine(self):
        """Says whether the input was replaced, after checking that nothing is half-written."""
        place, found = self.place, self.place.files()
        for name in list(found):
            if name.startswith(".cardmill-"):
                del found[name]
        new = found.get("in.vcf") == self.after["in.vcf"]
        check(new or found.get("in.vcf") == place.old, "the input is neither the old nor the new one")
        check(set(found) <= set(self.after), "left behind: %s" % sorted(set(found) - set(self.after)))
        for name in set(found) - {"in.vcf"}:
            check(found[name] == self.after[name], "%s is not whole" % name)
        check("gone.vcf" in found or "gone.vcf.journal" not in found, "a journal without what was removed")
        if new:
            check(set(found) == set(self.after), "lacking: %s" % sorted(set(self.after) - set(found)))
            place.bench.run("restore", place.input, "--removed", place.gone, "-o", place.output).wants(0)
            check(read(place.output) == place.old, "restore gives something else")
        return new

    def again(self):
        """The same command with another name for what is removed finishes the work."""
        place = self.place
        place.prune(place.input, "--in-place", "--yes", *TENTH, "--removed", place.path("again.vcf")).wants(0)
        check(read(place.input) == self.after["in.vcf"], "a second run makes something else")
        check(read(place.input + ".bak") == place.old, "the backup is not the old input")


def end_at_random(bench, number, share):
    killing = Killing(bench, 15000)
    ends = set()
    for turn in range(max(2, int(bench.kills * share))):
        child = killing.begin()
        # Every other one near the end, where files get their names.
        time.sleep(bench.random.uniform(0.7 * (turn % 2), 1.2) * killing.seconds)
        child.send_signal(number)
        code = child.wait(30)
        new = killing.examine()
        ends.add(new)
        if number != signal.SIGKILL:
            check(code in (0, 128 + number, -number), "exit %d after signal %d" % (code, number))
            check(new == (code == 0), "exit %d, but the input is %s" % (code, "new" if new else "old"))
            left = set(os.listdir(killing.place.folder)) - {"in.vcf", "out.vcf"}
            check(new or not left, "left behind: %s" % sorted(left))
        if turn % 4 < 2:
            killing.again()
    check(number != signal.SIGKILL or bench.kills < 60 or ends == {True, False}, "each run ended alike: %s" % ends)


def test_killed(bench): end_at_random(bench, signal.SIGKILL, 0.5)
def test_interrupted(bench): end_at_random(bench, signal.SIGINT, 0.1)
def test_terminated(bench): end_at_random(bench, signal.SIGTERM, 0.1)


def test_killed_conversion(bench):
    place = Place(bench, 15000)
    command = [bench.command, "convert", place.input, "--to", "csv", "-o", place.output, "--no-progress"]
    start = time.monotonic()
    check(subprocess.run(command, capture_output=True).returncode == 0, "the conversion fails")
    seconds, new = time.monotonic() - start, read(place.output)
    for turn in range(max(2, int(bench.kills * 0.4))):
        place.put("out.vcf", "old\n")
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(bench.random.uniform(0.7 * (turn % 2), 1.1) * seconds)
        child.kill()
        child.wait(30)
        check(read(place.output) in (b"old\n", new), "neither the old nor the new output")
        for name in set(os.listdir(place.folder)) - {"in.vcf", "out.vcf"}:
            check(name.startswith(".cardmill-"), "left behind: %s" % name)
            os.unlink(place.path(name))
    check(subprocess.run(command, capture_output=True).returncode == 0 and read(place.output) == new, "it does not work again")


STEPS = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>
static int step(const char *name) {
  static int count;
  const char *kill_at = getenv("KILL_AT"), *fail_at = getenv("FAIL_AT"), *fail = getenv("FAIL");
  count++;
  if (kill_at && count == atoi(kill_at)) raise(SIGKILL);
  if ((fail_at && count == atoi(fail_at)) || (fail && !strcmp(fail, name))) {
    errno = fail ? EPERM : EIO;
    return -1;
  }
  return 0;
}
#define WRAP(name, parameters, ...) int name parameters { \
  int (*real) parameters = (int (*) parameters)dlsym(RTLD_NEXT, #name); \
  return step(#name) ? -1 : real(__VA_ARGS__); }
WRAP(rename, (const char *a, const char *b), a, b)
WRAP(link, (const char *a, const char *b), a, b)
WRAP(unlink, (const char *a), a)
WRAP(fsync, (int a), a)
WRAP(fchmod, (int a, mode_t b), a, b)
"""


def steps(bench):
    """A library that ends or fails a run at its N-th change of a folder; None where none can be made."""
    source, library = bench.make("steps.c", STEPS), bench.path("steps.so")
    if not sys.platform.startswith("linux") or not shutil.which("cc"):
        return None
    if not os.path.exists(library):
        subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
    return library


def test_killed_at_every_step(bench):
    library = steps(bench)
    if library is None:
        return "no library can be built"
    killing, number, ends = Killing(bench, 40), 0, []
    while not ends or ends[-1] != 0:
        number += 1
        check(number < 100, "it never ends")
        ends.append(killing.begin(env={**os.environ, "LD_PRELOAD": library, "KILL_AT": str(number)}).wait(30))
        killing.examine()
        killing.again()
    check(len(ends) > 6, "only %d steps" % len(ends))


def test_failure_at_every_step(bench):
    """An error of the disk at any step is told, and nothing of the run is left."""
    library = steps(bench)
    if library is None:
        return "no library can be built"
    killing, ended = Killing(bench, 40), 0
    for number in range(1, 100):
        child = killing.begin(env={**os.environ, "LD_PRELOAD": library, "FAIL_AT": str(number)})
        code = child.wait(30)
        new = killing.examine()
        check(code in (0, 3), "exit %d when step %d fails" % (code, number))
        check(new == (code == 0), "exit %d, but the input is %s, when step %d fails" % (code, "new" if new else "old", number))
        left = set(os.listdir(killing.place.folder)) - {"in.vcf"}
        check(new or not left, "left behind when step %d fails: %s" % (number, sorted(left)))
        ended = 0 if code else ended + 1
        if ended == 4:
            return
    check(False, "it never ends")


def test_without_hard_links(bench):
    """Some file systems have none: the backup is then a copy."""
    library = steps(bench)
    if library is None:
        return "no library can be built"
    place = Place(bench)
    os.chmod(place.input, 0o640)
    place.in_place(environment={"LD_PRELOAD": library, "FAIL": "link"}).wants(0)
    check(read(place.input + ".bak") == place.old and read(place.input) != place.old, "the backup is not the old input")
    check(os.stat(place.input + ".bak").st_mode & 0o7777 == 0o640, "the backup has another mode")
    check(set(os.listdir(place.folder)) == {"in.vcf", "in.vcf.bak", "gone.vcf", "gone.vcf.journal"}, "left: %s" % os.listdir(place.folder))


# MARK: No room, no permission

def test_full_disk(bench):
    with tiny_disk(bench) as disk:
        if disk is None:
            return "no disk can be mounted"
        place = Place(bench, 3000)
        size = len(place.old)
        tiny = Place(bench, 3500, folder=disk)
        done = tiny.unchanged(3, "cannot-write", "make room")
        done(tiny.prune(tiny.input, "--in-place", "--yes", *TENTH))
        done(tiny.prune(tiny.input, *TENTH, "-o", tiny.path("new.vcf")))
        done(tiny.in_place())
        os.unlink(tiny.input)
        # As much room as there may be, so that it ends in each of the files.
        for free in range(0, 1 << 20, 37 << 10):
            tiny.put("old.vcf", "old\n"), tiny.put("filler", bytes((1 << 20) - free - 8192))
            before = tiny.files()
            done = tiny.prune(place.input, *TENTH, "-o", tiny.path("old.vcf"), "--removed", tiny.gone)
            if done.code:
                done.wants(3, "cannot-write")
                check(tiny.files() == before, "changed with %d bytes free: %s" % (free, os.listdir(disk)))
                continue
            check(len(read(tiny.path("old.vcf"))) + len(read(tiny.gone)) == size, "not whole with %d bytes free" % free)
            tiny.empty()
        tiny.empty()
        tiny.put("filler", bytes(900 << 10))
        out = place.unchanged(3, "cannot-write")
        out(place.prune(place.input, "--where", "1", "--force", "-o", place.output, "--removed", tiny.gone))
        check(os.listdir(disk) == ["filler"], "left behind: %s" % os.listdir(disk))


def test_full_device(bench):
    place = Place(bench)
    place.unchanged(3, "cannot-write")(place.prune(place.input, *TENTH, "-o", "/dev/full", "--removed", place.gone))


def test_full_disk_for_temporary_files(bench):
    with tiny_disk(bench) as disk:
        if disk is None:
            return "no disk can be mounted"
        place = Place(bench, 20000)
        done, small = place.unchanged(3, "cannot-write", "TMPDIR"), {"TMPDIR": disk}
        all_of_them = ("--where", "1", "--force")
        done(place.prune(place.input, *all_of_them, "-o", place.output, "--removed", place.gone, environment=small))
        done(place.prune(place.input, *all_of_them, "--in-place", "--yes", "--report", place.path("report"), environment=small))
        done(place.prune(place.input, *TENTH, environment=small))
        check(not os.listdir(disk), "left behind: %s" % os.listdir(disk))


def test_full_disk_for_restore(bench):
    with tiny_disk(bench) as disk:
        if disk is None:
            return "no disk can be mounted"
        place = Place(bench, 20000)
        place.prune(place.input, *TENTH, "-o", place.output, "--removed", place.gone).wants(0)
        tiny = Place(bench, 1, folder=disk)
        done = tiny.unchanged(3, "cannot-write")
        done(bench.run("restore", place.output, "--removed", place.gone, "-o", tiny.input))
        bench.run("restore", place.output, "--removed", place.gone, environment={"TMPDIR": disk}).wants(3, "TMPDIR")


def test_folder_that_cannot_be_written(bench):
    place, more = Place(bench), {}
    if os.geteuid() == 0:
        # What may not be written stops everybody but root.
        command = place.path("cardmill")
        shutil.copy(bench.command, command)
        os.chmod(bench.folder, 0o755)
        more, bench = {"user": 65534, "group": 65534, "extra_groups": []}, Bench_as(bench, command)
        place.bench = bench
    os.chmod(place.folder, 0o555)
    try:
        done = place.unchanged(3, "cannot-write", "Permission denied", "where you may write")
        done(place.prune(place.input, *TENTH, "-o", place.output, **more))
        done(place.prune(place.input, *TENTH, "--in-place", "--yes", **more))
        done(place.in_place(**more))
        open_folder = Place(bench)
        os.chmod(open_folder.folder, 0o777)
        os.chmod(open_folder.input, 0o444)
        done = open_folder.unchanged(3, "cannot-write", "Permission denied", "where you may write")
        done(open_folder.in_place(**more))
        done(open_folder.prune(open_folder.input, *TENTH, "-o", open_folder.output, "--removed", place.gone, **more))
        done = open_folder.unchanged(3, "cannot-write", "TMPDIR")
        done(open_folder.prune(open_folder.input, *TENTH, "-o", open_folder.output, "--removed", open_folder.gone,
                               environment={"TMPDIR": place.folder}, **more))
        os.chmod(open_folder.input, 0o000)
        open_folder.prune(open_folder.input, *TENTH, **more).wants(3, "cannot-open", "may read")
        os.chmod(open_folder.input, 0o644)
    finally:
        os.chmod(place.folder, 0o755)


class Bench_as:
    """The bench with a command that everybody may run."""

    def __init__(self, bench, command):
        self.bench, self.command, self.folder = bench, command, bench.folder

    def run(self, *arguments, **more):
        mine = self.bench.command
        self.bench.command = self.command
        try:
            return self.bench.run(*arguments, **more)
        finally:
            self.bench.command = mine


# MARK: Files that change

def test_input_that_changes(bench):
    changes = {
        "appended": "echo NOTE:more >> in.vcf", "shortened": "head -c 500 in.vcf > x; cat x > in.vcf; rm x",
        "touched": "touch -d 2001-01-01 in.vcf", "replaced": "cp in.vcf x; mv x in.vcf", "removed": "rm in.vcf",
        "a folder": "rm in.vcf; mkdir in.vcf", "a link": "mv in.vcf other.vcf; ln -s other.vcf in.vcf",
    }
    for name, change in changes.items():
        place = Place(bench)
        twin = Place(bench)
        for folder in (place.folder, twin.folder):
            script = "cd '%s' && [ -e did ] || { touch did; %s; }" % (folder, change)
            if folder == twin.folder:
                # What must be there afterwards: the change, and nothing else.
                subprocess.run(["/bin/sh", "-c", script], check=True, stderr=subprocess.DEVNULL)
        script = "cat >/dev/null; cd '%s' && [ -e did ] || { touch did; %s; }; exit 0" % (place.folder, change)
        done = place.in_place("--confirm-command", script)
        check(done.code in (3, 4), "exit %d when the input is %s" % (done.code, name))
        check(b"in.vcf" in done.err and b"nothing was written" in done.err, "says %s when the input is %s" % (done.err, name))

        def names(folder):
            return sorted(os.listdir(folder))
        check(names(place.folder) == names(twin.folder), "%s: the folder holds %s" % (name, names(place.folder)))
        if os.path.isfile(twin.input):
            check(read(place.input) == read(twin.input), "%s: the input was written over" % name)


def test_second_input_that_changes(bench):
    place = Place(bench)
    second = place.put("second.vcf", place.old)
    script = "cat >/dev/null; echo NOTE:more >> '%s'" % second
    done = place.in_place(second, "--confirm-command", script)
    done.wants(4, "second.vcf", "nothing was written")
    check(read(place.input) == place.old, "the first input was replaced")
    check(sorted(os.listdir(place.folder)) == ["in.vcf", "second.vcf"], "left: %s" % os.listdir(place.folder))


def test_input_that_changes_without_in_place(bench):
    """What was read while it grew is the old file or the new one, and restore knows which."""
    for change in ("echo NOTE:more >> in.vcf", "cp in.vcf x; echo NOTE:more >> x; mv x in.vcf", "head -c 500 in.vcf > x; cat x > in.vcf"):
        place = Place(bench)
        script = "cat >/dev/null; cd '%s'; %s; exit 0" % (place.folder, change)
        done = place.prune(place.input, *TENTH, "-o", place.output, "--removed", place.gone, "--confirm-command", script)
        check(done.code in (0, 3, 4), "exit %d after %s" % (done.code, change))
        if done.code:
            check(read(place.output) is None and read(place.gone) is None, "something was written")
            continue
        back = bench.run("restore", place.output, "--removed", place.gone).wants(0)
        check(back.out in (place.old, read(place.input)), "restore gives neither after %s" % change)


def test_removed_file_that_appears(bench):
    for name in ("gone.vcf", "gone.vcf.journal"):
        for way in (["--in-place", "--yes"], ["-o", "OUT"]):
            place = Place(bench)
            way = [place.output if word == "OUT" else word for word in way]
            script = "cat >/dev/null; echo mine > '%s'" % place.path(name)
            done = place.prune(place.input, *TENTH, *way, "--removed", place.gone, "--confirm-command", script)
            done.wants(4, name)
            check(place.files() == {"in.vcf": place.old, name: b"mine\n"}, "written: %s" % sorted(place.files()))


def test_removed_file_that_exists(bench):
    for name in ("gone.vcf", "gone.vcf.journal"):
        place = Place(bench)
        place.put(name, "mine\n")
        place.unchanged(4, name)(place.in_place())
        place.unchanged(4, name)(place.prune(place.input, *TENTH, "-o", place.output, "--removed", place.gone))


def test_removed_records_into_a_device(bench):
    """What is no file has no place for a journal beside it."""
    place = Place(bench)
    place.prune(place.input, *TENTH, "-o", place.output, "--removed", "/dev/null").wants(0)
    check(not os.path.exists("/dev/null.journal"), "a journal lies beside /dev/null")
    place.prune(place.input, *TENTH, "-o", place.output, "--removed", "-").wants(2)


# MARK: Hostile journals

def tampered(head, lines):
    """Journals that cannot be right, by name; each is made of a right one of two inputs."""
    def with_head(change):
        copy = json.loads(json.dumps(head))
        change(copy)
        return [copy] + lines

    def with_line(change, number=1):
        copy = json.loads(json.dumps(lines))
        change(copy[number])
        return [head] + copy
    removed = next(number for number, line in enumerate(lines) if "from" in line)
    edited = next(number for number, line in enumerate(lines) if "bytes" in line)
    numbers = {"negative": -1, "far": 1 << 40, "2^59": (1 << 59), "2^60": 1 << 60, "Int.max": (1 << 63) - 1, "2^64": 1 << 64,
               "10^30": 10 ** 30, "text": "1", "null": None, "list": [1], "half": 0.5}
    for name, value in numbers.items():
        for key in ("input", "at", "length", "outputAt", "outputLength"):
            yield "%s %s" % (key, name), with_line(lambda line: line.update({key: value}), removed)
            yield "%s %s, edited" % (key, name), with_line(lambda line: line.update({key: value}), edited)
        for key in (0, 1):
            yield "from[%d] %s" % (key, name), with_line(lambda line: line["from"].__setitem__(key, value), removed)
        for where in (0, 1):
            for key in ("size", "outputSize", "sha256", "outputSHA256"):
                if key.startswith("out") and not isinstance(value, int) or key == "outputSize":
                    continue
                yield "inputs[%d].%s %s" % (where, key, name), with_head(lambda head: head["inputs"][where].update({key: value}))
        yield "removed.sha256 %s" % name, with_head(lambda head: head["removed"].update(sha256=value))
    for key in ("input", "at", "length", "outputAt", "outputLength", "kind", "from"):
        yield "without %s" % key, with_line(lambda line: line.pop(key), removed)
    yield "without bytes", with_line(lambda line: line.pop("bytes"), edited)
    for text in ("%%%", "AA", "A===", "AAAA AAAA", "AAAA\u0000", base64.b64encode(bytes(1 << 20)).decode(), ""):
        yield "bytes %s" % text[:10], with_line(lambda line: line.update(bytes=text), edited)
    yield "kind", with_line(lambda line: line.update(kind="stolen"), removed)
    yield "from three", with_line(lambda line: line["from"].append(1), removed)
    yield "overlapping", [head] + lines[:removed + 1] + lines[removed:]
    yield "backwards", [head] + lines[::-1]
    yield "swapped", [head] + [lines[1], lines[0]] + lines[2:]
    yield "one less", [head] + lines[:removed] + lines[removed + 1:]
    yield "last one less", [head] + lines[:-1]
    yield "no lines", [head]
    yield "only lines", lines
    yield "two heads", [head, head] + lines
    yield "no inputs", with_head(lambda head: head.update(inputs=[]))
    yield "inputs of nothing", with_head(lambda head: head.update(inputs=[{}]))
    yield "inputs missing", with_head(lambda head: head.pop("inputs"))
    yield "removed missing", with_head(lambda head: head.pop("removed"))
    yield "one input", with_head(lambda head: head["inputs"].pop())
    yield "inputs swapped", with_head(lambda head: head["inputs"].reverse())
    yield "version", with_head(lambda head: head.update(version=2))
    yield "not a journal", with_head(lambda head: head.update(cardmill="report"))
    for name, text in {"empty": b"", "blank": b"\r\n \n", "zeros": bytes(1000), "no JSON": b"BEGIN:VCARD\n", "list": b"[]\n", "number": b"1e400\n",
                       "deep": b"[" * 100000, "deep objects": b'{"a":' * 100000, "not UTF-8": b'{"cardmill":"\xff\xfe"}'}.items():
        yield name, text
    text = journal_text([head] + lines)
    yield "number 1e400", text.replace(b'"at":', b'"at":1e400,"x":', 1)
    yield "number 10^4000", text.replace(b'"outputAt":', b'"outputAt":1%s,"x":' % (b"0" * 4000), 1)
    yield "deep line", text + b'{"x":' + b"[" * 100000 + b"]" * 100000 + b"}\n"
    yield "truncated", text[:len(text) // 2]
    yield "truncated head", text[:text.index(b"\n") // 2]
    yield "without its last bytes", text[:-3]
    yield "a line more", text + b"x\n"


def journal_text(lines):
    return b"".join(json.dumps(line, separators=(",", ":")).encode() + b"\n" for line in lines)


def journalled(bench):
    """A folder with a pruning of two inputs into one output, with records cut out and edited."""
    place = Place(bench)
    card = CARD.format(77).replace("END:", "CATEGORIES:Spam,Friends\r\nEND:")
    place.put("in.vcf", place.old + card.encode())
    place.put("second.vcf", cards(30) + card)
    place.prune(place.input, place.path("second.vcf"), "--where", "email = 'ana7@example.com'", "--remove-category", "Spam",
                "-o", place.output, "--removed", place.gone).wants(0)
    head, *lines = [json.loads(line) for line in read(place.gone + ".journal").splitlines()]
    check(len(lines) == 4, "%d lines" % len(lines))
    return place, head, lines


def test_tampered_journal(bench):
    place, head, lines = journalled(bench)
    journal = place.gone + ".journal"
    whole = read(place.input) + read(place.path("second.vcf"))
    right = bench.run("restore", place.output, "--removed", place.gone).wants(0)
    check(right.out == whole, "restore gives something else")
    bad = []
    for name, content in tampered(head, lines):
        data = content if isinstance(content, bytes) else journal_text(content)
        with open(journal, "wb") as file:
            file.write(data)
        before = place.files()
        done = bench.run("restore", place.output, "--removed", place.gone, "-o", place.path("whole.vcf"), seconds=20)
        if done.code not in (3, 4) or b"error[" not in done.err:
            bad.append("%s: exit %d: %s" % (name, done.code, done.err[-200:]))
        if place.files() != before:
            bad.append("%s: written" % name)
            os.path.exists(place.path("whole.vcf")) and os.unlink(place.path("whole.vcf"))
    check(not bad, "%d of them: %s" % (len(bad), "\n  ".join(bad)))


def test_mutated_journal(bench):
    """Whatever bytes change in a journal: the old file comes back, or nothing."""
    place, head, lines = journalled(bench)
    journal, text = place.gone + ".journal", read(place.gone + ".journal")
    whole = read(place.input) + read(place.path("second.vcf"))
    for turn in range(300):
        data = bytearray(text)
        for _ in range(bench.random.choice((1, 1, 2, 8))):
            data[bench.random.randrange(len(data))] = bench.random.choice(b'0123456789"[]{},:-\n\0\xff')
        with open(journal, "wb") as file:
            file.write(data)
        done = bench.run("restore", place.output, "--removed", place.gone, "-o", place.path("whole.vcf"), seconds=20)
        check(done.code in (0, 3, 4), "turn %d: exit %d: %s" % (turn, done.code, data))
        check(read(place.path("whole.vcf")) == (None if done.code else whole), "turn %d: exit %d, but the output is something else: %s" % (turn, done.code, data))
        done.code or os.unlink(place.path("whole.vcf"))


def test_journal_of_another_file(bench):
    place, other = Place(bench), Place(bench, 50)
    for one in (place, other):
        one.prune(one.input, *TENTH, "-o", one.output, "--removed", one.gone).wants(0)
    shutil.copy(other.gone + ".journal", place.gone + ".journal")
    done = place.unchanged(4, "journal-mismatch", "cardmill convert")
    done(bench.run("restore", place.output, "--removed", place.gone, "-o", place.path("whole.vcf")))
    shutil.copy(other.gone, place.gone)
    done = place.unchanged(4, "journal-mismatch")
    done(bench.run("restore", place.output, "--removed", place.gone, "-o", place.path("whole.vcf")))
    os.unlink(place.gone + ".journal")
    done = place.unchanged(3, "cannot-open")
    done(bench.run("restore", place.output, "--removed", place.gone, "-o", place.path("whole.vcf")))


def test_journal_of_one_line(bench):
    """A line of 255 MB ends soon."""
    place = Place(bench)
    place.prune(place.input, *TENTH, "-o", place.output, "--removed", place.gone).wants(0)
    os.truncate(place.gone + ".journal", 255 << 20)
    done = bench.run("restore", place.output, "--removed", place.gone, seconds=60).wants(4, "journal-mismatch")
    check(done.seconds < 10, "took %d s" % done.seconds)


def test_restore_over_its_own_files(bench):
    place = Place(bench)
    place.prune(place.input, *TENTH, "-o", place.output, "--removed", place.gone).wants(0)
    for name in (place.output, place.gone, place.gone + ".journal"):
        place.unchanged(2, "same-file")(bench.run("restore", place.output, "--removed", place.gone, "-o", name))


# MARK: Links

def test_links(bench):
    place, elsewhere = Place(bench), Place(bench)
    link = place.path("link.vcf")
    os.symlink(os.path.join("..", os.path.basename(elsewhere.folder), "in.vcf"), link)
    os.chmod(elsewhere.input, 0o640)
    if os.geteuid() == 0:
        os.chown(elsewhere.input, 1234, 4321)
    owner = os.stat(elsewhere.input)
    new = place.prune(place.input, *TENTH).wants(0).out
    place.prune(link, "--in-place", "--yes", *TENTH).wants(0)
    check(os.path.islink(link), "the link became a file")
    check(read(elsewhere.input) == new, "the file behind the link was not pruned")
    check(sorted(os.listdir(elsewhere.folder)) == ["in.vcf", "in.vcf.bak"], "beside it: %s" % os.listdir(elsewhere.folder))
    for path in (elsewhere.input, elsewhere.input + ".bak"):
        found = os.stat(path)
        check((found.st_mode & 0o7777, found.st_uid, found.st_gid) == (0o640, owner.st_uid, owner.st_gid), "mode or owner changed: %s" % path)
    check(read(elsewhere.input + ".bak") == elsewhere.old, "the backup is not the old file")
    # A second time: the first backup stays.
    place.prune(link, "--in-place", "--yes", "--where", "email='ana8@example.com'").wants(0)
    check(read(elsewhere.input + ".bak") == elsewhere.old and read(elsewhere.input + ".bak.2") == new, "the backups are not numbered")
    # An input that is named twice is refused.
    place.unchanged(2, "same-file")(place.prune(elsewhere.input, link, "--in-place", "--yes", *TENTH))


def test_links_as_outputs(bench):
    place, elsewhere = Place(bench), Place(bench, 1)
    new = place.prune(place.input, *TENTH).wants(0).out
    elsewhere.put("old.vcf", "old\n")
    os.chmod(elsewhere.path("old.vcf"), 0o640)
    os.symlink(elsewhere.path("old.vcf"), place.path("to-old.vcf"))
    os.symlink(elsewhere.path("new.vcf"), place.path("to-new.vcf"))
    os.symlink(elsewhere.path("gone.vcf"), place.path("to-gone.vcf"))
    os.symlink("loop.vcf", place.path("loop.vcf"))
    os.symlink(os.path.join(place.folder, "none", "x.vcf"), place.path("nowhere.vcf"))
    before = place.files()
    place.prune(place.input, *TENTH, "-o", place.path("to-old.vcf")).wants(0)
    check(read(elsewhere.path("old.vcf")) == new, "not written through a link")
    check(os.stat(elsewhere.path("old.vcf")).st_mode & 0o7777 == 0o640, "the mode changed")
    place.prune(place.input, *TENTH, "-o", place.path("to-new.vcf")).wants(0)
    check(read(elsewhere.path("new.vcf")) == new, "not written through a dangling link")
    check(place.files() == before, "a link changed")
    place.unchanged(3, "cannot-write")(place.prune(place.input, *TENTH, "-o", place.path("loop.vcf")))
    place.unchanged(3, "cannot-write")(place.prune(place.input, *TENTH, "-o", place.path("nowhere.vcf")))
    place.unchanged(4, "to-old.vcf")(place.prune(place.input, "--in-place", "--yes", *TENTH, "--removed", place.path("to-old.vcf")))
    place.prune(place.input, *TENTH, "--in-place", "--yes", "--removed", place.path("to-gone.vcf")).wants(0)
    check(os.path.islink(place.path("to-gone.vcf")) and read(elsewhere.path("gone.vcf")) is not None, "not kept behind the link")
    back = bench.run("restore", place.input, "--removed", place.path("to-gone.vcf")).wants(0)
    check(back.out == place.old, "restore gives something else")


# MARK: Programs that are asked

def test_confirmation_programs(bench):
    place = Place(bench)
    large = CARD.format("large").replace("NOTE:", "NOTE:" + "x" * (1 << 20))
    place.put("in.vcf", place.old + large.encode())
    one = ("--where", "email='analarge@example.com'")
    flood = "cat >/dev/null; head -c 100000000 /dev/zero; head -c 100000000 /dev/zero >&2; exit %d"
    deaf = "exec <&-; sleep 0.1; exit %d"
    for program, code, written in (
            (flood % 0, 0, 40), (flood % 1, 0, 41), ("exit 0", 0, 40), ("exit 1", 0, 41), (deaf % 0, 0, 40), (deaf % 1, 0, 41),
            ("sleep 0.1; exit 1", 0, 41), ("sleep 30 & exit 0", 0, 40), ("head -c 10 >/dev/null", 0, 40),
            ("exit 2", 5, None), ("exit 255", 5, None), ("kill -9 $$", 5, None), ("kill -TERM $$", 5, None), ("kill -PIPE $$", 5, None),
            ("kill -SEGV $$", 5, None), (deaf % 3, 5, None), ("/none/program", 5, None), ("if", 5, None)):
        before = place.files()
        done = place.prune(place.input, *one, "-o", place.output, "--removed", place.gone, "--confirm-command", program, seconds=20)
        if code == 5:
            done.wants(5, "confirmation", "nothing was written")
            check(place.files() == before, "written after %s" % program)
            continue
        done.wants(0, "written %d" % written)
        check(done.seconds < 15, "%s took %d s" % (program, done.seconds))
        for name in (place.output, place.gone, place.gone + ".journal"):
            os.unlink(name)


def test_confirmation_program_gets_one_contact(bench):
    place = Place(bench)
    script = "cat > '%s'; ls /proc/self/fd > '%s'" % (place.path("seen"), place.path("open"))
    for closed in ("", "<&-", ">&-", "<&- >&- 2>&-"):
        line = 'exec "$0" "$@" %s' % closed
        child = subprocess.run(["/bin/sh", "-c", line, bench.command, "prune", place.input, "--where", "email='ana7@example.com'",
                                "-o", place.output, "--confirm-command", script], capture_output=True, timeout=30)
        check(child.returncode == 0, "exit %d with %s: %s" % (child.returncode, closed, child.stderr))
        seen = json.loads(read(place.path("seen")))
        check(seen["name"]["full"] == "Ana Ruiz 7", "it got %s" % seen)
        if sys.platform.startswith("linux"):
            # The folder that ls reads is the fourth.
            check(read(place.path("open")).split() == [b"0", b"1", b"2", b"3"], "open in the program with %s: %s" % (closed, read(place.path("open"))))
        check(read(place.output) == place.old.replace(CARD.format(7).encode(), b""), "another output with %s" % closed)
        os.unlink(place.path("seen")), os.unlink(place.output)


def test_closed_standard_streams(bench):
    """A file that gets the number of a closed stream is not written into as if it were that stream."""
    place = Place(bench)
    place.put("in.vcf", place.old + CARD.format(7).replace("NOTE:", "no colon\r\nTEL;FOO:1\r\nNOTE:").encode())
    command = [bench.command, "prune", place.input, *TENTH, "-o", place.output, "--removed", place.gone, "--report", place.path("report"),
               "--rejects", place.path("rejects"), "--losses", place.path("losses"), "--now", "2026-01-01T00:00:00Z"]
    right = None
    for closed in ("", "2>&-", ">&- 2>&-", "<&- >&-", "<&- >&- 2>&-"):
        code = subprocess.run(["/bin/sh", "-c", 'exec "$0" "$@" ' + closed, *command], capture_output=True).returncode
        check(code == 0, "exit %d with %s" % (code, closed))
        right = right or place.files()
        check(place.files() == right, "other files with %s" % closed)
        for name in os.listdir(place.folder):
            name == "in.vcf" or os.unlink(place.path(name))
    code = subprocess.run(["/bin/sh", "-c", 'exec "$0" "$@" >&-', bench.command, "prune", place.input, *TENTH], capture_output=True).returncode
    check(code == 3, "exit %d without standard output" % code)


def test_confirmation_program_that_hangs(bench):
    place = Place(bench)
    command = [bench.command, "prune", place.input, "--in-place", "--yes", *TENTH, "--removed", place.gone, "--confirm-command", "sleep 300"]
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(0.5)
    child.send_signal(signal.SIGINT)
    check(child.wait(5) == 130, "exit %d" % child.returncode)
    check(place.files() == {"in.vcf": place.old}, "written: %s" % sorted(place.files()))
    if not bench.slow:
        return
    done = place.unchanged(5, "60 seconds", "nothing was written")
    done(place.in_place("--confirm-command", "trap '' TERM INT; echo $$ > '%s'; sleep 300; sleep 300" % bench.path("hanging"), seconds=90))
    try:
        os.kill(int(read(bench.path("hanging"))), 0)
        check(False, "the program still runs")
    except ProcessLookupError:
        pass


# MARK: Terminals

def on_terminal(bench, typed, *arguments, hang_up=False):
    """Runs the command with a terminal of its own on which `typed` is typed; standard input is none of it."""
    keyboard, terminal = pty.openpty()

    def adopt():
        os.setsid()
        fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)
    shown, start = b"", time.monotonic()
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        child = subprocess.Popen([bench.command, *map(str, arguments)], stdin=subprocess.DEVNULL, stdout=out, stderr=err, cwd=ROOT,
                                 preexec_fn=adopt)
        waiting = list(typed)
        try:
            # The terminal stays open here, so that it does not hang up between two programs.
            while child.poll() is None:
                if hang_up and not waiting and shown.endswith(b"] "):
                    os.close(terminal), os.close(keyboard)
                    child.wait(15)
                    break
                if time.monotonic() - start > 15:
                    raise Failure("still waits; the terminal shows %r" % shown[-300:])
                if not select.select([keyboard], [], [], 0.02)[0]:
                    continue
                shown += os.read(keyboard, 65536)
                # The next line is typed when it is asked for.
                if shown.endswith(b"] ") and waiting:
                    os.write(keyboard, waiting.pop(0))
            while not hang_up and select.select([keyboard], [], [], 0)[0]:
                shown += os.read(keyboard, 65536)
        finally:
            child.kill()
            if not hang_up:
                os.close(terminal), os.close(keyboard)
        code = child.wait(15)
        out.seek(0), err.seek(0)
        run = Run(code, out.read(), err.read())
        run.shown, run.untyped = shown, waiting
        return run


def test_interactive(bench):
    place = Place(bench, 3)
    rule = ("--where", "full_name LIKE 'Ana%'", "--interactive", "--force")
    command = ("prune", place.input, *rule, "-o", place.output, "--removed", place.gone)
    each = [CARD.format(number).encode() for number in range(3)]
    for typed, kept in (("y n y", [1]), ("n n n", [0, 1, 2]), ("a", []), ("n a", [0]), ("Y N Y", [1]), ("? n y n", [0, 2]),
                        ("\x1b[A \xff\xfe maybe 0 no N Yes", [0, 1])):
        done = on_terminal(bench, [word.encode("latin-1") + b"\n" for word in typed.split(" ")], *command).wants(0)
        check(not done.untyped, "%r was not asked for" % done.untyped)
        check(read(place.output) == b"".join(each[number] for number in kept), "%s keeps something else" % typed)
        check(b"Ana Ruiz 0" in done.shown and b"full_name LIKE" in done.shown and b"ana0@example.com" in done.shown, "shows %r" % done.shown)
        if "?" in typed:
            check(b"write nothing" in done.shown, "no help: %r" % done.shown)
        for name in (place.output, place.gone, place.gone + ".journal"):
            os.unlink(name)
    for typed in ([b"q\n"], [b"y\n", b"Q\n"], [b"\x04"], [b"y\n", b"\x04"], [b"n\n", b"?\n", b"q\n"]):
        place.unchanged(4, "declined", "nothing was written")(on_terminal(bench, typed, *command))
    place.unchanged(130, "interrupted")(on_terminal(bench, [b"y\n", b"\x03"], *command))
    before = place.files()
    done = on_terminal(bench, [b"y\n"], *command, hang_up=True)
    check(done.code in (4, 129) and place.files() == before, "exit %d after the terminal went away; %s" % (done.code, place.files().keys()))
    place.unchanged(4, "no terminal", "--confirm-command")(place.prune(*command[1:], start_new_session=True))


def test_interactive_shows_no_control_characters(bench):
    place = Place(bench, 1)
    place.put("in.vcf", "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Red;;;;\r\nFN:\x1b[31mRed\u202e\u0085\x07\r\nORG:\x1b[2JShop\r\n"
              "TEL:\x1b]0;x\x07555-0101\r\nEMAIL:\u2066red@example.com\r\nEND:VCARD\r\n" + CARD.format(1))
    rule = ("--where", "full_name LIKE '%Red%' OR '\x1b[5m' = ''")
    for more in (["--interactive", "-o", place.output], ["--in-place"]):
        done = on_terminal(bench, [b"n\n"], "prune", place.input, *rule, *more)
        for stream in (done.shown, done.out, done.err):
            for character in ("\x1b", "\u202e", "\u0085", "\x07", "\u2066"):
                check(character.encode() not in stream, "a control character was printed: %r" % stream)
        check(b"\\u{1B}[31mRed\\u{202E}\\u{85}" in done.shown, "the name is not shown: %r" % done.shown)


def test_question_before_replacing(bench):
    place = Place(bench, 40)
    command = ("prune", place.input, "--in-place", *TENTH, "--removed", place.gone)
    for typed in ([b"n\n"], [b"\n"], [b"x\n"], [b"\x04"]):
        place.unchanged(4, "declined")(on_terminal(bench, typed, *command))
    place.unchanged(130)(on_terminal(bench, [b"\x03"], *command))
    place.unchanged(4, "no terminal", "--yes")(place.prune(*command[1:], start_new_session=True))
    # An input on standard input is not the answer.
    with open(bench.make("yes", "y\n")) as answer:
        place.unchanged(4, "no terminal", "--yes")(place.prune(*command[1:], start_new_session=True, stdin=answer))
    done = on_terminal(bench, [b"y\n"], *command).wants(0)
    check(b"4 contacts will be removed" in done.shown and b"Ana Ruiz 37" in done.shown, "shows %r" % done.shown)
    check(read(place.input) != place.old and read(place.input + ".bak") == place.old, "the input was not replaced")


# MARK: Memory

def test_memory(bench):
    path = bench.path("huge.vcf")
    with open(path, "wb") as file:
        for start in range(0, 500000, 10000):
            file.write("".join(CARD.format(number) for number in range(start, start + 10000)).encode())
    check(os.path.getsize(path) > 90 << 20, "only %d bytes" % os.path.getsize(path))
    gone, out = bench.path("huge.gone"), bench.path("huge.out")
    for more in ([], ["-o", out, "--removed", gone], ["--mark"], ["--dry-run", "--report", "/dev/null"]):
        done = bench.run("prune", path, *TENTH, "--threads", 1, "--no-progress", *([] if "-o" in more or "--dry-run" in more else ["-o", "/dev/null"]), *more)
        done.wants(0)
        check(done.megabytes <= 64, "used %d MB with %s" % (done.megabytes, more))
    done = bench.run("restore", out, "--removed", gone, "-o", path + ".back").wants(0)
    check(done.megabytes <= 64, "restore used %d MB" % done.megabytes)
    check(subprocess.run(["cmp", path, path + ".back"], capture_output=True).returncode == 0, "restore gives something else")
    for name in (path, path + ".back", gone, gone + ".journal", out):
        os.unlink(name)


if __name__ == "__main__":
    sys.exit(main(globals(), kills=240))
