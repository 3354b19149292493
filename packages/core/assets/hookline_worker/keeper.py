"""Starts the runner, collects the output of hooks, forwards answers, and leaves no process behind at the end."""

import json
import os
import select
import signal
import sys

from .sweep import sweep

KEPT_BYTES = 1 << 20
CHUNK_BYTES = 1 << 16
STARTED = b'{"started": true}'


def keep(run, lifeline, answers_out):
    """Forks, runs ``run`` with the descriptor for its answers, and supervises it; never returns."""
    os.set_inheritable(answers_out, False)
    wakeups = watch_children()
    pipes = {name: os.pipe() for name in ("stdout", "stderr", "answers")}
    runner = os.fork()
    if runner == 0:
        become_runner(run, pipes, answers_out)
    for _, writing_end in pipes.values():
        os.close(writing_end)
    printed = [Printed(name, pipes[name][0]) for name in ("stdout", "stderr")]
    Keeper(runner, printed, pipes["answers"][0], answers_out).watch(lifeline, wakeups)


def watch_children():
    """A descriptor that becomes readable when a child has ended."""
    reading_end, writing_end = os.pipe()
    os.set_blocking(writing_end, False)
    os.set_blocking(reading_end, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(writing_end)
    return reading_end


def become_runner(run, pipes, answers_out):
    """Turns this process into one in which a hook finds ordinary standard streams; never returns."""
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(pipes["stdout"][1], 1)
    os.dup2(pipes["stderr"][1], 2)
    # Written here and not by the keeper, because the first hook may end both processes at once.
    ready = {"version": sys.version.split()[0], "executable": sys.executable}
    write(answers_out, json.dumps({"ready": ready}).encode() + b"\n")
    os.close(answers_out)
    for reading_end, _ in pipes.values():
        os.close(reading_end)
    status = 1
    try:
        run(pipes["answers"][1])
        status = 0
    finally:
        os._exit(status)


class Printed:
    """The output of one stream since the last answer, up to a limit."""

    def __init__(self, name, descriptor):
        self.name = name
        self.descriptor = descriptor
        self.kept = bytearray()
        self.cut = False
        os.set_blocking(descriptor, False)

    def read(self):
        """Reads one chunk; returns whether there was one."""
        try:
            chunk = os.read(self.descriptor, CHUNK_BYTES)
        except BlockingIOError:
            return False
        room = KEPT_BYTES - len(self.kept)
        self.kept += chunk[:room]
        self.cut = self.cut or len(chunk) > room
        return len(chunk) > 0

    def take(self):
        """All output until now; bounded, because a child may print for ever."""
        for _ in range(2 * KEPT_BYTES // CHUNK_BYTES):
            if not self.read():
                break
        text, cut = self.kept.decode("utf-8", "replace"), self.cut
        self.kept, self.cut = bytearray(), False
        return text, cut


class Keeper:
    def __init__(self, runner, printed, answers, answers_out):
        self.runner = runner
        self.printed = printed
        self.answers = answers
        self.answers_out = answers_out
        self.unfinished = bytearray()

    def watch(self, lifeline, wakeups):
        poll = select.poll()
        for descriptor in (lifeline, wakeups, self.answers, *(stream.descriptor for stream in self.printed)):
            poll.register(descriptor, select.POLLIN)
        while True:
            ready = {descriptor for descriptor, _ in poll.poll()}
            for stream in self.printed:
                if stream.descriptor in ready and not stream.read():
                    poll.unregister(stream.descriptor)
            if self.answers in ready and not self.pass_answers_on():
                self.finish("raised", self.end_runner())
            if wakeups in ready:
                self.look_for_death(wakeups)
            if lifeline in ready and not os.read(lifeline, CHUNK_BYTES):
                self.end_runner()
                self.finish("stopped", "the worker was told to end")

    def pass_answers_on(self):
        """Sends every whole answer; false when no more can come."""
        chunk = os.read(self.answers, CHUNK_BYTES)
        self.unfinished += chunk
        while True:
            line, newline, rest = self.unfinished.partition(b"\n")
            if not newline:
                return len(chunk) > 0
            self.unfinished = rest
            if line == STARTED:
                write(self.answers_out, STARTED + b"\n")
            else:
                self.send_answer(bytes(line))

    def look_for_death(self, wakeups):
        os.read(wakeups, CHUNK_BYTES)
        ended, status = os.waitpid(self.runner, os.WNOHANG)
        if ended == 0:
            return
        os.set_blocking(self.answers, False)
        try:
            while self.pass_answers_on():
                pass
        except BlockingIOError:
            pass
        self.finish("raised", describe(status))

    def end_runner(self):
        os.kill(self.runner, signal.SIGKILL)
        return describe(os.waitpid(self.runner, 0)[1])

    def finish(self, how, why):
        self.send_answer(json.dumps({"how": how, "why": why, "ended": True}).encode())
        sweep(os.environ.get("HOOKLINE_RUN", ""))
        if os.getpgrp() == os.getpid():
            os.killpg(0, signal.SIGKILL)
        os._exit(0)

    def send_answer(self, answer):
        frame, cut = {}, []
        for stream in self.printed:
            frame[stream.name], was_cut = stream.take()
            cut += [stream.name] if was_cut else []
        frame["cut"] = cut
        write(self.answers_out, b'{"answer":' + answer + b"," + json.dumps(frame).encode()[1:] + b"\n")


def write(descriptor, data):
    try:
        while data:
            data = data[os.write(descriptor, data) :]
    except OSError:
        pass  # The host is gone, which the lifeline shows too.


def describe(status):
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        try:
            return "the worker was killed by " + signal.Signals(number).name
        except ValueError:
            return "the worker was killed by signal %d" % number
    return "the hook ended its interpreter with exit code %d" % os.WEXITSTATUS(status)
