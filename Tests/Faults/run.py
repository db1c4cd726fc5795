#!/usr/bin/env python3
"""Faults that a conversion must survive: kills, full disks, closed pipes, wrong and hostile files.

    Tests/Faults/run.py [--command .build/release/cardmill] [--kills 60] [--seed 1] [--only TEXT]

Prints a line for each failure and at the end `N passed, N failed`; exit 0 when none failed.
"""
import json
import os
import signal
import subprocess
import sys
import time

from bench import CARD, check, hidden, main, tiny_disk


# Every function named test_… is a test; its name is printed when it fails.

def kill(bench, number, folder_output=False):
    """Kills conversions at random moments: what is at the output's place must be the old file or the new one."""
    target = bench.path("killed/out.jsonl")
    os.makedirs(bench.path("killed"), exist_ok=True)
    bench.convert(bench.large, "--to", "json", "-o", target).wants(0)
    new = open(target, "rb").read()
    base = bench.convert(bench.large, "--to", "json", "-o", target).seconds
    for _ in range(max(1, bench.kills // 3)):
        with open(target, "wb") as file:
            file.write(b"old\n")
        child = subprocess.Popen([bench.command, "convert", bench.large, "--to", "json", "-o", target, "--no-progress"],
                                 stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(bench.random.uniform(0, base * 1.1))
        child.send_signal(number)
        code = child.wait(30)
        found = open(target, "rb").read()
        check(found in (b"old\n", new), "neither the old nor the new output after signal %d" % number)
        if number != signal.SIGKILL:
            # A signal before the program's first step ends it as any program.
            check(code in (0, 128 + number, -number), "exit %d after signal %d" % (code, number))
            check((found == new) == (code == 0), "exit %d, but the output is %s" % (code, "new" if found == new else "old"))
            check(not hidden(bench.path("killed")), "left behind: %s" % hidden(bench.path("killed")))
        for name in hidden(bench.path("killed")):
            os.unlink(os.path.join(bench.path("killed"), name))


def test_killed(bench): kill(bench, signal.SIGKILL)
def test_interrupted(bench): kill(bench, signal.SIGINT)
def test_terminated(bench): kill(bench, signal.SIGTERM)


def test_interrupted_while_waiting_for_input(bench):
    child = subprocess.Popen([bench.command, "convert", "-", "--from", "vcard", "--to", "json", "-o", bench.path("waiting.jsonl")],
                             stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(0.3)
    child.send_signal(signal.SIGINT)
    check(child.wait(10) == 130, "exit %s" % child.returncode)
    child.stdin.close()
    check(not os.path.exists(bench.path("waiting.jsonl")), "an output was written")


def test_terminated_while_nobody_reads(bench):
    child = subprocess.Popen([bench.command, "convert", bench.large, "--to", "json"], stdin=subprocess.DEVNULL,
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    time.sleep(0.5)
    child.send_signal(signal.SIGTERM)
    try:
        check(child.wait(5) == 143, "exit %s" % child.returncode)
    finally:
        child.kill()
        child.stdout.close()


def test_interrupted_folder_output(bench):
    folder = bench.path("people")
    os.makedirs(folder, exist_ok=True)
    child = subprocess.Popen([bench.command, "convert", bench.large, "--to", "vcard:4.0", "-o", folder + "/"],
                             stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(0.25)
    child.send_signal(signal.SIGINT)
    code = child.wait(60)
    check(code in (0, 130), "exit %d" % code)
    if code:
        check(not os.listdir(folder), "left behind: %s" % os.listdir(folder)[:3])


def test_full_disk(bench):
    with tiny_disk(bench) as place:
        if place is None:
            return "no disk can be mounted"
        target = os.path.join(place, "out.vcf")
        with open(target, "wb") as file:
            file.write(b"old\n")
        bench.convert(bench.large, "-o", target).wants(3, "cannot-write")
        check(open(target, "rb").read() == b"old\n", "the old output is gone")
        check(os.listdir(place) == ["out.vcf"], "left behind: %s" % os.listdir(place))
        bench.convert(bench.large, "--to", "vcard:4.0", "-o", place + "/people/").wants(3, "cannot-write")
        check(os.listdir(place) == ["out.vcf"], "left behind: %s" % os.listdir(place))


def test_full_device(bench):
    bench.convert(bench.large, "--to", "json", "-o", "/dev/full").wants(3, "cannot-write")
    with open("/dev/full", "wb") as full:
        child = subprocess.run([bench.command, "convert", bench.small, "--to", "json"], stdout=full, stderr=subprocess.PIPE)
    check(child.returncode == 3, "exit %d for standard output" % child.returncode)


def test_full_disk_for_the_spool(bench):
    with tiny_disk(bench) as place:
        if place is None:
            return "no disk can be mounted"
        with open(bench.large, "rb") as data:
            bench.convert("-", "--to", "json", "--rejects", bench.path("rejects"), "-o", bench.path("spooled.jsonl"),
                          stdin=data).wants(0)
            data.seek(0)
            pipe = subprocess.Popen(["cat", bench.large], stdout=subprocess.PIPE)
            bench.convert("-", "--to", "json", "--rejects", bench.path("rejects"), "-o", bench.path("spooled.jsonl"),
                          stdin=pipe.stdout, environment={"TMPDIR": place}).wants(3, "TMPDIR")
            pipe.stdout.close()
            pipe.wait()


def test_closed_pipe(bench):
    for to in ("json", "vcard:4.0", "csv"):
        child = subprocess.Popen([bench.command, "convert", bench.large, "--to", to], stdin=subprocess.DEVNULL,
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        child.stdout.read(1000)
        child.stdout.close()
        err = child.stderr.read()
        check(child.wait(30) == 0, "exit %d for %s: %s" % (child.returncode, to, err[-200:]))
    child = subprocess.Popen([bench.command, "formats"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    child.stdout.close()
    check(child.wait(30) == 0, "exit %d for formats" % child.returncode)


def test_output_is_the_input(bench):
    before = open(bench.small, "rb").read()
    os.path.exists(bench.path("link.vcf")) or os.symlink(bench.small, bench.path("link.vcf"))
    bench.convert(bench.small, "-o", bench.small).wants(2, "same-file")
    bench.convert(bench.small, "-o", bench.path("link.vcf")).wants(2, "same-file")
    bench.convert(bench.small, "--to", "json", "--report", bench.small).wants(2, "same-file")
    with open(bench.small, "ab") as appending:
        child = subprocess.run([bench.command, "convert", bench.small, "--to", "json"], stdout=appending, stderr=subprocess.PIPE)
    check(child.returncode == 2, "exit %d when standard output is the input" % child.returncode)
    check(open(bench.small, "rb").read() == before, "the input was changed")


def test_folders_that_are_none(bench):
    bench.convert(bench.small, "-o", bench.path("none/out.vcf")).wants(3, "cannot-write")
    bench.convert(bench.small, "-o", bench.path("small.vcf/out.vcf")).wants(3, "cannot-write")
    bench.convert(bench.small, "--to", "vcard:4.0", "-o", bench.path("small.vcf/")).wants(3, "cannot-write")
    bench.convert(bench.path("none"), "--to", "json").wants(3, "cannot-open")
    bench.convert(bench.path("none/x.vcf"), "--to", "json").wants(3, "cannot-open")


def test_not_a_contact_file(bench):
    png = bench.make("picture.png", b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 40)
    bench.convert(png, "--to", "json").wants(3, "not-a-contact-file")
    bench.convert(bench.small, png, "--to", "json", "-o", bench.path("never.jsonl")).wants(3, "not-a-contact-file")
    check(not os.path.exists(bench.path("never.jsonl")), "an output was written")


def test_empty(bench):
    for number, data in enumerate((b"", b"\xef\xbb\xbf", b"\xff\xfe", b"\xef\xbb\xbf\r\n \t\r\n")):
        bench.convert(bench.make("empty%d.vcf" % number, data), "--to", "json").wants(0, "read 0")
        bench.convert(bench.make("empty%d" % number, data), "--to", "json").wants(3, "not-a-contact-file")
        bench.convert(bench.path("empty%d" % number), "--from", "vcard", "--to", "json").wants(0, "read 0")


def test_utf16(bench):
    cards = "".join(CARD.format("Zoë %d" % i) for i in range(5000))
    for name in ("utf-16-le", "utf-16-be"):
        mark = "\ufeff".encode(name)
        done = bench.convert(bench.make(name + ".vcf", mark + cards.encode(name)), "--to", "json").wants(0)
        check(done.out.count(b"\n") == 5000 and "Zoë 4999".encode() in done.out, "%s was not read" % name)
        rejects = bench.path("rejects16")
        half = mark + (CARD.format(1) + "noise\r\n" + CARD.format(2)).encode(name) + b"\x41"
        bench.convert(bench.make("half.vcf", half), "--to", "json", "--rejects", rejects).wants(0)
        check("noise".encode(name) in open(rejects, "rb").read(), "the rejects are not in the file's own bytes")


def test_truncated(bench):
    data = open(bench.small, "rb").read()
    for end in range(1, len(data)):
        done = bench.convert(bench.make("cut.vcf", data[:end]), "--from", "vcard", "--to", "json", "--diagnostics", "json")
        check(done.code in (0, 3), "exit %d at byte %d" % (done.code, end))
        json.loads(done.err.split(b"\n")[-2])
    bench.convert(bench.make("cut.vcf", data[:-6]), "--to", "json").wants(0, "missing-end")


def test_long_line(bench):
    """One line of 300 MB is over the limit: rejected, in bounded memory, and read on behind it."""
    path = bench.path("long.vcf")
    with open(path, "wb") as file:
        file.write(CARD.format("before").encode())
        file.write(b"BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Long\r\nNOTE:")
        for _ in range(300):
            file.write(b"x" * (1 << 20))
        file.write(b"\r\nEND:VCARD\r\n" + CARD.format("behind").encode())
    done = bench.convert(path, "--to", "json", "--threads", 1).wants(0, "limit-exceeded", "read 3", "written 2", "rejected 1")
    check(b"behind" in done.out, "the card behind it was not read")
    check(done.megabytes < 64 + 4 * 64, "used %d MB" % done.megabytes)
    done = bench.convert(path, "--to", "json", "--threads", 1, "--limit", "record=4M", "--rejects", bench.path("long.rejects"),
                         "-o", bench.path("long.jsonl")).wants(0, "rejected 1")
    check(done.megabytes < 64, "used %d MB with a limit of 4 MB" % done.megabytes)
    check(os.path.getsize(bench.path("long.rejects")) > 300 << 20, "the rejects are not whole")
    with open(path, "wb") as file:
        file.write(b"BEGIN:VCARD\r\nFN:" + b"x" * (70 << 20))
    bench.convert(path, "--to", "json", "--limit", "record=8M", "-o", bench.path("never.jsonl")).wants(3, "limit-exceeded")
    check(not os.path.exists(bench.path("never.jsonl")), "an output was written")
    os.unlink(path), os.unlink(bench.path("long.rejects"))


def test_many_properties(bench):
    body = "".join("X-N%d:%d\r\n" % (i, i) for i in range(200000))
    path = bench.make("many.vcf", CARD.format(1) + "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Many\r\n" + body + "END:VCARD\r\n")
    done = bench.convert(path, "--to", "json", seconds=60).wants(0, "limit-exceeded", "rejected 1")
    check(done.out.count(b"\n") == 1, "the other card was not written")
    done = bench.convert(path, "--to", "json", "--limit", "properties=300000", seconds=60).wants(0, "written 2")
    check(b"X-N199999" in done.out, "not every property was written")


def test_deep_nesting(bench):
    deep = "".join("BEGIN:VCARD\r\nVERSION:2.1\r\nFN:Deep %d\r\nAGENT:\r\n" % i for i in range(3000))
    path = bench.make("deep.vcf", deep + "END:VCARD\r\n" * 3000 + CARD.format(1))
    done = bench.convert(path, "--to", "json", seconds=60).wants(0, "too-deep")
    check(b"Ana Ruiz 1" in done.out, "the card behind it was not read")
    bench.convert(path, "--to", "vcard:4.0", seconds=60).wants(0)


def test_memory(bench):
    for to in ("json", "vcard:4.0", "csv"):
        done = bench.convert(bench.large, "--to", to, "--threads", 1, "-o", "/dev/null").wants(0)
        check(done.megabytes <= 64, "used %d MB for %s" % (done.megabytes, to))
    done = bench.run("inspect", bench.large, "--json", "--threads", 1).wants(0)
    check(done.megabytes <= 64, "used %d MB for inspect" % done.megabytes)


def test_same_with_any_threads(bench):
    outputs = set()
    for threads in (1, 2, 5):
        done = bench.convert(bench.large, "--to", "csv", "--threads", threads, "--diagnostics", "json").wants(0)
        outputs.add((done.out, done.err))
    pipe = subprocess.Popen(["cat", bench.large], stdout=subprocess.PIPE)
    done = bench.convert("-", "--to", "csv", stdin=pipe.stdout).wants(0)
    pipe.wait()
    check(len(outputs) == 1, "the outputs differ")
    check({done.out} == {out for out, _ in outputs}, "the output of a pipe differs")


def test_many_inputs(bench):
    folder = bench.path("vdir")
    os.makedirs(folder, exist_ok=True)
    for number in range(3000):
        bench.make("vdir/%04d.vcf" % number, CARD.format(number))
    bench.make("vdir/notes.txt", b"\x00\x01 not a card")
    done = bench.convert(folder, "--to", "json").wants(0, "read 3,000", "info[not-a-contact-file]")
    check(done.out.count(b"\n") == 3000, "not every file was read")


def test_secret_names(bench):
    path = os.fsencode(bench.path("name")) + b"\xff\x1b[2J\xe2\x80\xae.vcf"
    with open(path, "wb") as file:
        file.write(b"BEGIN:VCARD\r\nVERSION:3.0\r\nFN:\x1b[31mRed\r\n")
    done = bench.run("inspect", os.fsdecode(path))
    done.wants(0)
    for stream in (done.out, done.err):
        check(b"\x1b" not in stream and b"\xff" not in stream and "\u202e".encode() not in stream, "a control character was printed")
    check(b"\\u{1B}[2J" in done.err and b"\\u{FF}" in done.err and b"\\u{202E}" in done.err, "the name is not shown: %r" % done.err)
    os.unlink(path)


if __name__ == "__main__":
    sys.exit(main(globals(), kills=60))
