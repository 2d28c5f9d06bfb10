// The worker: it has the simulator, and runs a scenario some of the time and looks for messages in between.
let loading = null; // a promise of the program, after which all that follows waits
let program = null;
let running = null;

const SLICE_MS = 40;
const REPORT_MS = 150;
const breath = new MessageChannel();
breath.port1.onmessage = () => step();

// What the charts of a run need.
function state(session) {
  const ports = session.ports();
  return { nowMicros: session.nowMicros(), packetHops: session.packetHops(), flows: session.flows(), flowsFinished: session.flowsFinished(),
    ending: session.ending(), fingerprint: session.fingerprint(), wallMs: performance.now() - running.began, ports,
    micros: Array.from(session.lookMicros()), queueBytes: ports.map((_, at) => Array.from(session.queueBytes(at))),
    gigabits: ports.map((_, at) => Array.from(session.gigabits(at))) };
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
        postMessage({ kind: 'progress', run: running.run, state: state(session) });
      }
      breath.port2.postMessage(0);
    }
  } catch (failed) {
    fail(failed);
  }
}

function ended() {
  const session = running.session;
  postMessage({ kind: 'done', run: running.run, state: state(session), flowBytes: Array.from(session.flowBytes()),
    flowMicros: Array.from(session.flowMicros()), slowdowns: Array.from(session.slowdowns()) });
  running = null;
}

// After an error of WebAssembly itself the program is in no state to go on: the page begins a new worker.
function fail(failed) {
  const broken = failed instanceof WebAssembly.RuntimeError || failed instanceof RangeError;
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
    answers[data.kind](data);
  } catch (failed) {
    fail(failed);
  }
};
