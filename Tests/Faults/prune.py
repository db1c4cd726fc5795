#!/usr/bin/env python3
"""Faults that deletion in files must survive: kills, full disks, changed inputs, wrong journals, programs and answers.

    Tests/Faults/prune.py [--command .build/release/cardmill] [--kills 200] [--seed 1] [--only TEXT]

Prints a line for each failure and at the end `N passed, N failed`; exit 0 when none failed.
"""
import base64
import json
import os
import pty
import select
import shutil
import signal
import subprocess
import sys
import time

from run import CARD, Failure, check, hidden, main, tiny_disk

# Every third contact is one of the Friends.
RULE = ["--category", "Friends", "--now", "2026-01-01T00:00:00Z"]
NOBODY = 65534


def cards(count):
    return b"".join(card(number) for number in range(count))


def card(number, extra=""):
    text = CARD.format(number)
    if number % 3 == 0:
        text = text.replace("END:VCARD", "CATEGORIES:Friends\r\nEND:VCARD")
    return text.replace("END:VCARD", extra + "END:VCARD").encode()


def read(path):
    with open(path, "rb") as file:
        return file.read()


def write(path, data):
    with open(path, "wb") as file:
        file.write(data)
    return path


class Place:
    """A folder with an input of its own."""

    def __init__(self, bench, count=9, name="place"):
        self.folder = bench.path(name)
        shutil.rmtree(self.folder, ignore_errors=True)
        os.makedirs(self.folder)
        self.bench, self.old = bench, cards(count)
        self.input = write(self.path("in.vcf"), self.old)

    def path(self, name):
        return os.path.join(self.folder, name)

    def prune(self, *arguments, **more):
        return self.bench.run("prune", self.input, *RULE, "--no-progress", *arguments, **more)

    def untouched(self, *names):
        """Nothing was written: the folder holds the old input and these files."""
        check(read(self.input) == self.old, "the input was changed")
        found = sorted(os.listdir(self.folder))
        check(found == sorted(("in.vcf",) + names), "the folder holds %s" % found)


# MARK: Kills

def test_killed_in_place(bench):
    """The old file or the new one with a whole backup; what was removed is whole or absent."""
    place = Place(bench, 20000)
    target, gone = place.input, place.path("gone.vcf")
    arguments = ["prune", target, *RULE, "--in-place", "--yes", "--no-progress"]
    seconds = bench.run(*arguments, "--removed", gone).wants(0).seconds
    new, removed, journal = read(target), read(gone), read(gone + ".journal")
    check(len(new) + len(removed) == len(place.old), "the parts are not the whole")
    counts = {}
    for _ in range(bench.kills * 2 // 3):
        for name in os.listdir(place.folder):
            os.unlink(place.path(name))
        write(target, place.old)
        child = subprocess.Popen([bench.command, *arguments, "--removed", gone], stdin=subprocess.DEVNULL,
                                 stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        # The end is where names change.
        time.sleep(bench.random.choice([bench.random.uniform(0, 1.1), bench.random.uniform(0.7, 1.0)]) * seconds)
        child.kill()
        child.wait(30)
        found = read(target)
        check(found in (place.old, new), "neither the old nor the new input")
        backup = place.path("in.vcf.bak")
        if found == new or os.path.exists(backup):
            check(read(backup) == place.old, "the backup is not whole")
        for path, whole in ((gone, removed), (gone + ".journal", journal)):
            if found == new or os.path.exists(path):
                check(read(path) == whole, "%s is not whole" % os.path.basename(path))
        state = (found == new, os.path.exists(gone), os.path.exists(backup))
        counts[state] = counts.get(state, 0) + 1
        if found == new:
            bench.run("restore", target, "--removed", gone, "-o", place.path("back.vcf")).wants(0)
            check(read(place.path("back.vcf")) == place.old, "restore did not bring the input back")
        bench.run(*arguments, "--removed", place.path("again.vcf")).wants(0)
        check(read(target) == new, "running again did not make the new file")
    check(len(counts) > 1, "all kills came at the same moment: %s" % counts)


def test_killed_over_an_output(bench):
    place = Place(bench, 20000)
    output = place.path("out.jsonl")
    arguments = ["convert", place.input, "-o", output, "--no-progress"]
    seconds = bench.run(*arguments).wants(0).seconds
    new = read(output)
    for _ in range(bench.kills - bench.kills * 2 // 3):
        write(output, b"old\n")
        child = subprocess.Popen([bench.command, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                 stderr=subprocess.DEVNULL)
        time.sleep(bench.random.uniform(0, 1.1) * seconds)
        child.kill()
        child.wait(30)
        check(read(output) in (b"old\n", new), "neither the old nor the new output")
        for name in hidden(place.folder):
            os.unlink(place.path(name))
    bench.run(*arguments).wants(0)
    check(read(output) == new, "running again did not make the new file")


def test_interrupted_in_place(bench):
    place = Place(bench, 20000)
    for number in (signal.SIGINT, signal.SIGTERM):
        child = subprocess.Popen([bench.command, "prune", place.input, *RULE, "--in-place", "--yes", "--removed",
                                  place.path("gone.vcf"), "--confirm-command", "sleep 50"],
                                 stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(0.5)
        child.send_signal(number)
        check(child.wait(10) == 128 + number, "exit %s" % child.returncode)
        place.untouched()


# MARK: Disks and folders

def test_full_disk(bench):
    with tiny_disk(bench) as disk:
        if disk is None:
            return "no disk can be mounted"
        place = Place(bench, 30000)
        out, gone = os.path.join(disk, "out.vcf"), os.path.join(disk, "gone.vcf")
        write(out, b"old\n")
        place.prune("-o", out).wants(3, "cannot-write")
        check(read(out) == b"old\n" and os.listdir(disk) == ["out.vcf"], "left behind: %s" % os.listdir(disk))
        place.prune("--in-place", "--yes", "--removed", gone).wants(3, "cannot-write")
        place.prune("-o", place.path("kept.vcf"), "--removed", gone).wants(3, "cannot-write")
        check(os.listdir(disk) == ["out.vcf"], "left behind: %s" % os.listdir(disk))
        place.untouched()
        # An input that lies on the disk itself: there is no room for another one.
        os.unlink(out)
        old = cards(4000)
        target = write(os.path.join(disk, "in.vcf"), old)
        bench.run("prune", target, *RULE, "--in-place", "--yes").wants(3, "cannot-write", "make room")
        check(read(target) == old and os.listdir(disk) == ["in.vcf"], "left behind: %s" % os.listdir(disk))
        # The journal's lines lie in the folder for temporary files first.
        place.prune("-o", place.path("kept.vcf"), "--removed", place.path("gone.vcf"), environment={"TMPDIR": disk}).wants(3)
        place.untouched()


def test_full_device(bench):
    place = Place(bench)
    place.prune("-o", "/dev/full").wants(3, "cannot-write")
    place.prune("-o", "/dev/null", "--removed", place.path("gone.vcf")).wants(0)
    check(read(place.path("gone.vcf")).count(b"BEGIN") == 3, "the removed records are not there")


def test_read_only_folder(bench):
    if os.geteuid() != 0:
        user = {}
    else:
        user = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
        os.chmod(bench.folder, 0o755)
    place = Place(bench)
    other = bench.path("writable")
    os.makedirs(other, exist_ok=True)
    os.chmod(other, 0o777)
    os.chmod(place.input, 0o644)
    os.chmod(place.folder, 0o555)
    try:
        for arguments in (["--in-place", "--yes"], ["-o", place.path("out.vcf")],
                          ["-o", other + "/out.vcf", "--removed", place.path("gone.vcf")]):
            done = subprocess.run([bench.command, "prune", place.input, *RULE, *arguments], stdin=subprocess.DEVNULL,
                                  capture_output=True, **user)
            check(done.returncode == 3 and b"cannot-write" in done.stderr, "exit %d: %s" % (done.returncode, done.stderr))
            check(not os.listdir(other), "left behind: %s" % os.listdir(other))
            place.untouched()
    except PermissionError:
        return "the command cannot be run by another user here"
    finally:
        os.chmod(place.folder, 0o755)


def test_file_system_without_second_names(bench):
    """Backups are copied, and nothing is written over, where a file cannot have two names."""
    source = write(bench.path("nolink.c"), b"#include <errno.h>\nint link(const char *a, const char *b) { errno = EPERM; return -1; }\n")
    library = bench.path("nolink.so")
    try:
        subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        return "there is no C compiler"
    place = Place(bench)
    os.chmod(place.input, 0o640)
    place.prune("--in-place", "--yes", "--removed", place.path("gone.vcf"), environment={"LD_PRELOAD": library}).wants(0)
    check(read(place.path("in.vcf.bak")) == place.old, "the backup is not the input")
    check(os.stat(place.path("in.vcf.bak")).st_mode & 0o777 == 0o640, "the backup has another mode")
    check(read(place.path("gone.vcf")).count(b"BEGIN") == 3, "the removed records are not there")
    check(not hidden(place.folder), "left behind: %s" % hidden(place.folder))


def test_in_place_follows_links(bench):
    place = Place(bench)
    os.chmod(place.input, 0o640)
    link = place.path("link.vcf")
    os.symlink("in.vcf", link)
    bench.run("prune", link, *RULE, "--in-place", "--yes").wants(0)
    check(os.readlink(link) == "in.vcf", "the link is gone")
    check(read(place.input).count(b"BEGIN") == 6, "the file behind the link was not pruned")
    check(read(place.path("in.vcf.bak")) == place.old, "the backup does not lie beside the file")
    check(os.stat(place.input).st_mode & 0o777 == 0o640, "the mode was not kept")


def test_removed_appears_meanwhile(bench):
    """A file that gets the name of the removed records during the run is not written over."""
    place = Place(bench)
    gone = place.path("gone.vcf")
    place.prune("--in-place", "--yes", "--removed", gone, "--confirm-command", "echo mine > %s" % gone).wants(4, "exists already")
    check(read(gone) == b"mine\n", "the file was written over")
    place.untouched("gone.vcf")


# MARK: Inputs that change

def test_changed_input(bench):
    for change in ("echo >> %s", ": > %s", "touch -d 2001-01-01 %s"):
        for arguments in (["--in-place", "--yes"], ["-o", "{}/out.vcf"], ["-o", "{}/out.vcf", "--removed", "{}/gone.vcf"]):
            place = Place(bench)
            arguments = [word.format(place.folder) for word in arguments]
            place.prune(*arguments, "--confirm-command", change % place.input).wants(4, "changed while it was read", "in.vcf")
            check(os.listdir(place.folder) == ["in.vcf"], "left behind: %s" % os.listdir(place.folder))
    place = Place(bench)
    other = write(bench.path("other.vcf"), b"other")
    place.prune("--in-place", "--yes", "--confirm-command", "cp %s %s.new; mv %s.new %s" % ((other,) + (place.input,) * 3)
                ).wants(4, "changed while it was read")
    check(read(place.input) == b"other", "another file that took the place was replaced")


# MARK: Journals

def test_wrong_journals(bench):
    place = Place(bench)
    kept, gone, back = place.path("kept.vcf"), place.path("gone.vcf"), place.path("back.vcf")
    place.prune("-o", kept, "--removed", gone, "--remove-category", "Friends").wants(0)
    good = read(gone + ".journal")
    head, *lines = [json.loads(line) for line in good.splitlines()]
    bench.run("restore", kept, "--removed", gone, "-o", back).wants(0, "restored")
    check(read(back) == place.old, "restore did not bring the input back")

    def text(head, lines):
        return b"".join(json.dumps(line).encode() + b"\n" for line in [head, *lines])

    wrong = [b"", b"\n", b"[]\n", b"not a journal\n", b"{\"cardmill\":\"report\"}\n", b"\xff\xfe" * 100, b"[" * 100000,
             b"{\"a\":" * 100000, good[:-20], good[:len(good) // 2], good + b"{", good + good,
             read(kept), text(head, lines[::-1]), text(head, lines + lines), text(head, lines[1:]), text({**head, "inputs": []}, lines),
             text({**head, "version": 2}, lines), text({**head, "inputs": head["inputs"] * 2}, lines)]
    numbers = [-1, 0, 1, 7, 1 << 31, 1 << 59, (1 << 60) - 1, (1 << 63) - 1, 1 << 63, 1 << 64, 10 ** 40, 1.5, 1e308, None, True, "1", [], {}]
    for number in numbers:
        for key in ("size", "outputSize"):
            wrong.append(text({**head, "inputs": [{**head["inputs"][0], key: number}]}, lines))
            wrong.append(text({**head, "inputs": [{**head["inputs"][0], key: number}] * 2}, lines))
        for place_of, line in enumerate(lines[:2]):
            changed = [{**line, key: number} for key in ("input", "at", "length", "outputAt", "outputLength")]
            if "from" in line:
                changed += [{**line, "from": value} for value in ([number, line["from"][1]], [line["from"][0], number], number)]
            wrong += [text(head, lines[:place_of] + [other] + lines[place_of + 1:]) for other in changed]
    for data in ("", "!", base64.b64encode(b"other").decode(), "A" * 1000001):
        other = {key: value for key, value in lines[0].items() if key != "from"}
        wrong.append(text(head, [{**other, "bytes": data}] + lines[1:]))
    for digest in ("", "0" * 64, None):
        wrong.append(text({**head, "inputs": [{**head["inputs"][0], "sha256": digest}]}, lines))
        wrong.append(text({**head, "inputs": [{**head["inputs"][0], "outputSHA256": digest}]}, lines))
        wrong.append(text({**head, "removed": {**head["removed"], "sha256": digest}}, lines))
    wrong.append(text(head, [{**lines[0], "kind": "eaten"}] + lines[1:]))
    for number, data in enumerate(wrong):
        os.path.exists(back) and os.unlink(back)
        write(gone + ".journal", data)
        done = bench.run("restore", kept, "--removed", gone, "-o", back, seconds=20)
        # Numbers that only tell, such as where the piece stood in the input, do no harm.
        if done.code == 0:
            check(read(back) == place.old, "a wrong journal (%d) made another file: %r" % (number, data[:300]))
        else:
            check(done.code in (3, 4), "exit %d for journal %d: %r %r" % (done.code, number, data[:300], done.err[-300:]))
            check(b"gone.vcf.journal" in done.err or b"gone.vcf" in done.err or b"kept.vcf" in done.err, "no file is named: %r" % done.err)
            check(not os.path.exists(back), "something was written for journal %d" % number)
    write(gone + ".journal", good)
    for path in (kept, gone):
        whole = read(path)
        for data in (whole[:-1], whole + b"\n", b"", whole.replace(b"Ana", b"Eva", 1)):
            write(path, data)
            bench.run("restore", kept, "--removed", gone, "-o", back + "2").wants(4, "journal-mismatch")
        write(path, whole)
    os.unlink(gone + ".journal")
    bench.run("restore", kept, "--removed", gone, "-o", back + "2").wants(3, "gone.vcf.journal")
    check(not os.path.exists(back + "2"), "something was written")


# MARK: Confirmation programs

def test_confirmation_programs(bench):
    place = Place(bench)
    write(place.input, card(0, "PHOTO;ENCODING=b:%s\r\n" % base64.b64encode(bytes(300000)).decode()) + cards(9))
    place.old = read(place.input)
    out = place.path("out.vcf")
    # Many contacts may go here: what is tested is who decides.
    for program in ("kill -9 $$", "kill -TERM $$", "exit 2", "exit 127", "no-such-program", "exec 0<&-; exit 3"):
        place.prune("--force", "-o", out, "--confirm-command", program).wants(5, "confirmation-failed")
        place.untouched()
    for program, kept in (("exit 0", 6), ("exit 1", 10), ("exec 0<&-; exit 0", 6), ("yes | head -c 20000000; exit 1", 10),
                          ("head -c 3 | grep -q '{'", 6),
                          ("cat > /dev/null; sleep 0.01; exit 1", 10), ("sleep 30 & exit 0", 6)):
        done = place.prune("--force", "-o", out, "--confirm-command", program, seconds=20).wants(0)
        check(not done.out, "the program's output was shown")
        check(read(out).count(b"BEGIN") == kept, "%d stayed for %s" % (read(out).count(b"BEGIN"), program))
        os.unlink(out)
    asked = place.path("asked")
    place.prune("--force", "-o", out, "--confirm-command", "cat >> %s; printf '|' >> %s" % (asked, asked)).wants(0)
    people = [json.loads(text) for text in read(asked).decode().split("|")[:-1]]
    check(len(people) == 4 and people[0]["name"]["full"] == "Ana Ruiz 0", "it was not asked with the contact JSON")


# MARK: Answers on a terminal

class Dialogue:
    """Runs the command on a terminal of its own and answers its questions."""

    def __init__(self, bench, *arguments, answers, question=b"] "):
        self.shown, answers = b"", list(answers)
        self.pid, terminal = pty.fork()
        if self.pid == 0:
            try:
                os.execv(bench.command, [bench.command, *arguments])
            finally:
                os._exit(99)
        seen, limit = 0, time.monotonic() + 30
        while True:
            ready, _, _ = select.select([terminal], [], [], 0.5)
            if time.monotonic() > limit:
                os.kill(self.pid, signal.SIGKILL)
                os.waitpid(self.pid, 0)
                raise Failure("the dialogue does not end: %r" % self.shown[-300:])
            if not ready:
                continue
            try:
                data = os.read(terminal, 4096)
            except OSError:
                data = b""
            if not data:
                break
            self.shown += data
            # A question stands at the end of what is shown.
            if self.shown.endswith(question) and len(self.shown) > seen:
                seen = len(self.shown)
                if answers:
                    os.write(terminal, answers.pop(0))
                else:
                    os.kill(self.pid, signal.SIGKILL)
        self.code = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        os.close(terminal)
        check(not answers, "it did not ask for %r: %r" % (answers, self.shown[-300:]))


def test_interactive(bench):
    place = Place(bench)
    out = place.path("out.vcf")
    arguments = ["prune", place.input, *RULE, "--interactive", "--no-progress", "-o", out]
    for answers, code, kept in (([b"y\n", b"y\n", b"y\n"], 0, 6), ([b"n\n", b"n\n", b"n\n"], 0, 9), ([b"n\n", b"a\n"], 0, 7),
                                ([b"?\n", b"y\n", b"maybe\n", b"no\n", b"Y\n"], 0, 7), ([b"y\n", b"q\n"], 4, None),
                                ([b"y\n", b"\x04"], 4, None), ([b"\n", b"\x03"], 130, None), ([b"quit\n"], 4, None)):
        done = Dialogue(bench, *arguments, answers=answers)
        check(done.code == code, "exit %d after %s: %r" % (done.code, answers, done.shown[-300:]))
        if kept is None:
            place.untouched()
        else:
            check(read(out).count(b"BEGIN") == kept, "%d stayed after %s" % (read(out).count(b"BEGIN"), answers))
            os.unlink(out)
        check(b"Ana Ruiz 0" in done.shown and b"ana0@example.com" in done.shown, "the contact is not shown")
        check(b"category Friends" in done.shown, "the rule is not shown")
    check(b"q  stop" in Dialogue(bench, *arguments, answers=[b"?\n", b"q\n"]).shown, "? explains nothing")


def test_interactive_shows_no_control_characters(bench):
    place = Place(bench)
    write(place.input, cards(9).replace(b"FN:Ana", b"FN:\x1b[2J\xe2\x80\xaeAna"))
    done = Dialogue(bench, "prune", place.input, *RULE, "--interactive", "-o", place.path("out.vcf"), answers=[b"q\n"])
    check(b"\x1b[2J" not in done.shown and "\u202e".encode() not in done.shown and b"\\u{1B}" in done.shown, "shown: %r" % done.shown)


def test_question_before_replacing(bench):
    for answer, code in ((b"n\n", 4), (b"\n", 4), (b"\x04", 4), (b"\x03", 130), (b"y\n", 0)):
        place = Place(bench, 60)
        done = Dialogue(bench, "prune", place.input, *RULE, "--in-place", "--no-progress", "--removed", place.path("gone.vcf"),
                        answers=[answer])
        check(done.code == code, "exit %d after %s: %r" % (done.code, answer, done.shown[-300:]))
        for text in (b"20 contacts", b"Ana Ruiz 27", b"10 more", b"Replace the input?"):
            check(text in done.shown, "%r is not shown: %r" % (text, done.shown))
        check(b"Ana Ruiz 30" not in done.shown, "more than ten names are shown")
        if code:
            place.untouched()
        else:
            check(read(place.path("in.vcf.bak")) == place.old, "there is no backup")
    place = Place(bench)
    done = Dialogue(bench, "prune", place.input, *RULE, "--in-place", "--mark", answers=[b"y\n"])
    check(done.code == 0 and b"3 contacts" in done.shown and b"Ana Ruiz 0" in done.shown, "marks: %r" % done.shown)
    place = Place(bench)
    done = Dialogue(bench, "prune", place.input, "--category", "Nobody", "--in-place", answers=[])
    check(done.code == 0, "it asked about nothing: %r" % done.shown)
    place.untouched()


def test_no_terminal(bench):
    """A process without a terminal is refused, not left waiting."""
    place = Place(bench)
    for arguments, words in ((["--in-place"], "--yes"), (["--interactive", "-o", place.path("out.vcf")], "--confirm-command")):
        done = subprocess.run([bench.command, "prune", place.input, *RULE, *arguments], stdin=subprocess.DEVNULL,
                              capture_output=True, start_new_session=True, timeout=20)
        check(done.returncode == 4 and words.encode() in done.stderr, "exit %d: %s" % (done.returncode, done.stderr))
        place.untouched()


if __name__ == "__main__":
    sys.exit(main(globals(), "prune.py", kills=201))
