// The worker holds the simulator. It runs a scenario in slices, and handles messages between them.
let loading = null; // a promise of the program, which all later messages await
let program = null;
let running = null;
let warming = null; // a run that compiles the program, with its number of slices

const SLICE_MS = 40;
const REPORT_MS = 150;
const WARMING_SLICE_MS = 10; // a click waits for one of them at most
const WARMING_SLICES = 60;
const WARMING_HOSTS = 200; // a larger fabric takes too long to build
const breath = new MessageChannel();
breath.port1.onmessage = ({ data }) => (data === 'warm' ? warm() : step());

// Data for the charts of a run.
function state(session, wallMs) {
  const ports = session.ports();
  return { nowMicros: session.nowMicros(), packetHops: session.packetHops(), flows: session.flows(), flowsFinished: session.flowsFinished(),
    ending: session.ending(), fingerprint: session.fingerprint(), wallMs, ports,
    micros: session.lookMicros(), queueBytes: ports.map((_, at) => session.queueBytes(at)), gigabits: ports.map((_, at) => session.gigabits(at)) };
}

function results(session, wallMs) {
  return { state: state(session, wallMs), flowBytes: session.flowBytes(), flowMicros: session.flowMicros(), slowdowns: session.slowdowns() };
}

function step() {
  if (!running) {
    return;
  }
  try {
    const session = running.session;
    const over = session.advance(SLICE_MS);
    const now = performance.now();
    if (over) {
      ended();
    } else {
      if (now - running.reported > REPORT_MS) {
        running.reported = now;
        postMessage({ kind: 'progress', run: running.run, state: state(session, now - running.began) });
      }
      breath.port2.postMessage('run');
    }
  } catch (failed) {
    fail(failed);
  }
}

function ended() {
  postMessage({ kind: 'done', run: running.run, ...results(running.session, performance.now() - running.began) });
  running = null;
}

// The browser compiles a function at its first call, and optimizes it after many calls. A hidden run before the user's run causes
// both. Any other message ends the hidden run.
function warm() {
  if (!warming) {
    return;
  }
  try {
    const over = warming.session.advance(WARMING_SLICE_MS);
    if (over || --warming.slices === 0) {
      warming.session.stop();
      results(warming.session, 0);
      warming = null;
      postMessage({ kind: 'warm', done: true });
    } else {
      breath.port2.postMessage('warm');
    }
  } catch (failed) {
    failWarm(failed, warming.text);
  }
}

// The user has not started the hidden run, so its errors have no message; a run of the same scenario shows them.
function failWarm(failed, text) {
  warming = null;
  postMessage({ kind: 'warm', done: false, failed: text, broken: isBroken(failed) });
}

// After an error of WebAssembly itself the program cannot continue: the page starts a new worker.
const isBroken = failed => failed instanceof WebAssembly.RuntimeError || failed instanceof RangeError;

function fail(failed) {
  const broken = isBroken(failed);
  postMessage({ kind: 'failed', run: running ? running.run : null, broken,
    message: (broken ? 'The simulator has failed: ' : '') + String(failed && failed.message || failed) });
  running = null;
}

function check(reading) {
  return { problems: reading.problems(), warnings: reading.warnings(), facts: reading.facts(), packetHops: reading.packetHops(),
    tooLarge: reading.tooLarge() };
}

const answers = {
  load() {
    postMessage({ kind: 'ready', schemes: Array.from(program.schemes()) });
  },
  check({ text, name, asked }) {
    postMessage({ kind: 'checked', asked, ...check(program.read(text, name, '')) });
  },
  run({ text, name, scheme, run }) {
    const reading = program.read(text, name, scheme);
    const refusal = reading.problems() || reading.tooLarge();
    if (refusal) {
      postMessage({ kind: 'failed', run, message: refusal });
      return;
    }
    running = { run, began: performance.now(), reported: 0 };
    running.session = reading.start();
    step();
  },
  warm({ text, name, scheme }) {
    try {
      const reading = program.read(text, name, scheme);
      const hosts = Number((/^hosts\t(\d+)/m.exec(reading.facts()) || [0, Infinity])[1]);
      if (running || reading.problems() || reading.tooLarge() || hosts > WARMING_HOSTS) {
        postMessage({ kind: 'warm', done: false });
        return;
      }
      warming = { session: reading.start(), slices: WARMING_SLICES, text };
      breath.port2.postMessage('warm');
    } catch (failed) {
      failWarm(failed, text);
    }
  },
  stop() {
    if (running) {
      running.session.stop();
      ended();
    }
  },
};

onmessage = async ({ data }) => {
  try {
    loading ||= TeaVM.wasmGC.load(data.bytes);
    program = (await loading).exports;
    warming = null;
    answers[data.kind](data);
  } catch (failed) {
    fail(failed);
  }
};
