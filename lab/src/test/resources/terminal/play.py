"""Runs a program on a pseudo-terminal and does to it what a user would.

usage: play.py TRANSCRIPT COLUMNS [STEP...] -- COMMAND...

Steps, one after the other:
  expect=REGEX   waits until the program has written this, from where the last expectation ended
  type=^C        types Ctrl-C
  columns=N      makes the terminal narrower or wider

All that the program writes goes to TRANSCRIPT. On stdout: "STEP at BYTE" for each step, with the transcript's length then, and
in the end "exit CODE", below 0 for a signal. Whatever does not come within PATIENCE_SECONDS ends all of it with exit code 1.
"""
import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time

PATIENCE_SECONDS = 100


def set_columns(fd, columns):
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))


def main():
    transcript, columns = sys.argv[1], int(sys.argv[2])
    end = sys.argv.index("--")
    steps, command = sys.argv[3:end], sys.argv[end + 1:]
    pid, fd = pty.fork()
    if pid == 0:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # a parent in the background may ignore it
        set_columns(2, columns)
        os.execvp(command[0], command)
    out = bytearray()

    def read(deadline):  # more of the program's output; False when it has ended
        if time.monotonic() > deadline:
            give_up("its end" if not steps else steps[0])
        if not select.select([fd], [], [], 1)[0]:
            return True
        try:
            more = os.read(fd, 65536)
        except OSError:  # Linux's way to say that nobody has the terminal open any more
            more = b""
        out.extend(more)
        return bool(more)

    def give_up(what):
        os.kill(pid, signal.SIGKILL)
        with open(transcript, "wb") as file:
            file.write(out)
        sys.exit("no sign of %s in %r" % (what, bytes(out[-2000:])))

    expected = 0
    while steps:
        kind, _, what = steps[0].partition("=")
        if kind == "expect":
            deadline = time.monotonic() + PATIENCE_SECONDS
            while not (found := re.compile(what.encode()).search(out, expected)):
                if not read(deadline):
                    give_up(steps[0])
            expected = found.end()
        elif kind == "type":
            os.write(fd, b"\x03" if what == "^C" else what.encode())
        elif kind == "columns":
            set_columns(fd, int(what))
            expected = len(out)
        else:
            sys.exit("unknown step " + steps[0])
        print(steps.pop(0), "at", len(out))
    deadline = time.monotonic() + PATIENCE_SECONDS
    while read(deadline):
        pass
    with open(transcript, "wb") as file:
        file.write(out)
    print("exit", os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))


main()
