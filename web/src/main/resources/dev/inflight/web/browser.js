// The page: a scenario, its errors, and its runs in workers. The page shows texts of scenarios as text, never as markup.
const byId = id => document.getElementById(id);
const jsonOf = id => JSON.parse(byId(id).textContent);
const shipped = jsonOf('shipped-scenarios');
const editor = byId('scenario');
const NAME = 'scenario.yaml';
const PAUSE_MS = 250; // between the last key and the check of the scenario
const DRAWING_SHARE = 0.1; // of the time of a run
const LIGHT = ['#006df0', '#d2430d', '#005b5f', '#a33aa6', '#863b00', '#090e61'];
const DARK = ['#92ceff', '#ffa775', '#15a077', '#e062cc', '#e6de03', '#00a0fe'];

function element(name, text, attributes) {
  const made = document.createElement(name);
  if (text !== undefined && text !== null) {
    made.textContent = text;
  }
  Object.entries(attributes || {}).forEach(([key, value]) => made.setAttribute(key, value));
  return made;
}

// The library keeps series in objects by name: a name such as __proto__ gets a mark without width.
Object.seal(Object.prototype);
const ownName = name => name in Object.prototype ? name + '\u2060' : name;

// Workers: the first one checks and runs the scenario, the second one runs it with the scheme to compare with.

const packed = byId('wasm').textContent;
const wasm = Uint8Array.fromBase64 ? Uint8Array.fromBase64(packed) : Uint8Array.from(atob(packed), letter => letter.charCodeAt(0));
const program = URL.createObjectURL(new Blob([jsonOf('worker')], { type: 'text/javascript' }));
const workers = [];
function worker(at) {
  if (!workers[at]) {
    workers[at] = new Worker(program);
    workers[at].onmessage = ({ data }) => {
      if (data.kind === 'warm' && data.done) {
        warmed.add(workers[at]);
      }
      if (data.broken) {
        workers[at].terminate();
        workers[at] = null;
      }
      handlers[data.kind](data, at);
    };
    workers[at].onerror = wrong => say('This browser cannot run the simulator: ' + wrong.message);
    workers[at].postMessage({ kind: 'load', bytes: wasm });
  }
  return workers[at];
}

// A worker's first run takes several times as long as later ones, so each worker makes a hidden run while the user reads.
const warmed = new WeakSet();
let unfit = null; // the scenario of a hidden run that has failed
function warm(at, scheme) {
  if (good && editor.value !== unfit && !warmed.has(worker(at))) {
    worker(at).postMessage({ kind: 'warm', text: editor.value, name: NAME, scheme });
  }
}

// The scenario, and its errors

const say = text => { byId('facts').textContent = text; };
let ready = false;
let asked = 0;
let pause = 0;
let good = false;

function check() {
  clearTimeout(pause);
  asked++;
  worker(0).postMessage({ kind: 'check', text: editor.value, name: NAME, asked });
}

function lineOf(problem) {
  const found = /^scenario\.yaml:(\d+)/.exec(problem);
  return found ? Number(found[1]) : 0;
}

function select(line) {
  const lines = editor.value.split('\n');
  const from = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  editor.focus();
  editor.setSelectionRange(from, from + (lines[line - 1] || '').length);
}

function list(problems, kind) {
  problems.split('\n').filter(one => one).forEach(one => {
    const item = element('li');
    const button = element('button', one, { type: 'button', class: kind });
    button.addEventListener('click', () => lineOf(one) && select(lineOf(one)));
    item.append(button);
    byId('problems').append(item);
  });
}

const handlers = {
  ready({ schemes }) {
    if (!ready) {
      ready = true;
      schemes.forEach(scheme => byId('against').append(element('option', scheme, { value: scheme })));
      choose();
      document.documentElement.dataset.ready = 'true';
    }
  },
  checked({ asked: answered, problems, warnings, facts, packetHops, tooLarge }) {
    if (answered !== asked) {
      return;
    }
    byId('problems').replaceChildren();
    list(problems, 'wrong');
    list(tooLarge, 'wrong');
    list(warnings, 'odd');
    good = !problems && !tooLarge;
    say(problems ? 'This scenario cannot run' : facts.split('\n').filter(one => one).map(one => one.split('\t').join(': ')).join(', ')
      + ', about ' + count(Math.round(packetHops)) + ' packet-hops');
    byId('run').disabled = !good || runs.some(one => !one.over);
    document.documentElement.dataset.checked = String(answered);
    if (runs.every(one => one.over)) {
      warm(0, '');
    }
  },
  warm({ done, failed, broken }, at) {
    document.documentElement.dataset.warm = String(done);
    unfit = failed ?? unfit;
    if (broken && runs[at] && !runs[at].over) { // the former worker had the run, but did not start it
      worker(at).postMessage(runs[at].message);
    } else if (broken && at === 0 && document.documentElement.dataset.checked !== String(asked)) {
      check();
    }
  },
  progress({ run, state }) {
    runs[run]?.progress(state);
  },
  done({ run, state, flowBytes, flowMicros, slowdowns }) {
    runs[run]?.finish(state, flowBytes, flowMicros, slowdowns);
  },
  failed({ run, message }) {
    if (run === null || !runs[run]) {
      say(message);
    } else {
      runs[run].fail(message);
    }
  },
};

// Runs

const runs = [];
let clicked = 0;

function plot(into, label) {
  const place = element('div', null, { class: 'plot', role: 'img', 'aria-label': label });
  into.append(place);
  const drawn = echarts.init(place, null, { renderer: 'canvas' });
  return drawn;
}

const isDark = () => document.documentElement.dataset.theme === 'dark';

// The data of each chart: a change of the theme draws it again.
const drawnFrom = new WeakMap();

function lines(drawn, title, x, y, series, more) {
  drawnFrom.set(drawn, [drawn, title, x, y, series, more]);
  const text = getComputedStyle(document.body).color;
  const axis = { nameTextStyle: { color: text }, axisLabel: { color: text } };
  drawn.setOption({ animation: false, color: isDark() ? DARK : LIGHT, title: { text: title, textStyle: { fontSize: 14, color: text } },
    grid: { left: 70, right: 20, top: 76, bottom: 45 }, legend: { top: 24, type: 'scroll', textStyle: { color: text } },
    tooltip: { trigger: 'axis', renderMode: 'richText' },
    xAxis: { type: 'value', name: x, nameLocation: 'middle', nameGap: 28, ...axis, ...(more && more.x) },
    yAxis: { type: 'value', name: y, ...axis, ...(more && more.y) },
    series: series.map(one => ({ type: 'line', showSymbol: false, ...one, name: ownName(one.name) })) }, true);
}

const pairs = (xs, ys) => Array.from(xs, (x, at) => [x, ys[at]]);

// The quantile of sorted numbers.
const quantile = (sorted, part) => sorted.length ? sorted[Math.min(sorted.length - 1, Math.ceil(part * sorted.length) - 1)] : null;

// The steps of a cumulative distribution: one per value, or a sample of about 500 of many values.
function distribution(values) {
  const sorted = Float64Array.from(values).sort();
  const every = Math.max(1, Math.floor(sorted.length / 500));
  return { sorted, points: Array.from(sorted).map((value, at) => [value, (at + 1) / sorted.length]).filter((_, at) => at % every === 0 || at === sorted.length - 1) };
}

// The chart library's first charts take several times as long as later ones, so the page draws hidden ones while the user reads.
function warmCharts(kinds) {
  if (!kinds.length) {
    return;
  }
  const whenIdle = globalThis.requestIdleCallback || setTimeout;
  whenIdle(() => {
    const drawn = echarts.init(element('div'), null, { renderer: 'canvas', width: 600, height: 300 });
    const points = Array.from({ length: 400 }, (_, at) => [at + 1, at + 1]);
    lines(drawn, 'unseen', 'x', 'y', ['a', 'b', 'c', 'd', 'e', 'f'].map(name => ({ ...kinds[0].series, name, data: points })), kinds[0].axes);
    drawn.dispose();
    warmCharts(kinds.slice(1));
  });
}

class Shown {
  constructor(run, title, scheme) {
    this.run = run;
    this.message = { kind: 'run', text: editor.value, name: NAME, scheme, run };
    this.over = false;
    this.title = title;
    this.nextDrawing = 0;
    this.part = element('section');
    this.part.append(element('h2', title));
    this.bar = element('progress', null, { max: '1', value: '0' });
    this.text = element('p', 'Building the fabric', { class: 'left', role: 'status' });
    this.part.append(this.bar, this.text);
    byId('runs').append(this.part);
  }

  // Charts are drawn less often when that takes long, so that they delay neither the user nor the run.
  progress(state) {
    const began = performance.now();
    if (began < this.nextDrawing) {
      this.say(state);
    } else {
      this.show(state);
      const ended = performance.now();
      this.nextDrawing = ended + (ended - began) / DRAWING_SHARE;
    }
  }

  say(state) {
    this.bar.value = state.flows ? state.flowsFinished / state.flows : 0;
    this.text.textContent = (state.ending ? state.ending[0].toUpperCase() + state.ending.slice(1) + ': ' : '') + count(state.flowsFinished) + ' of '
      + count(state.flows) + ' flows, ' + time(state.nowMicros * 1000) + ' simulated, ' + count(state.packetHops) + ' packet-hops in '
      + time(state.wallMs * 1e6) + (state.fingerprint ? ', fingerprint ' + state.fingerprint : '');
  }

  show(state) {
    this.say(state);
    this.queue ||= plot(this.part, 'Queues of ' + this.title);
    this.rate ||= plot(this.part, 'Rates of ' + this.title);
    const xs = state.micros;
    lines(this.queue, 'Queues', 'time (us)', 'KB', state.ports.map((name, at) => ({ name, data: pairs(xs, state.queueBytes[at].map(one => one / 1000)) })));
    lines(this.rate, 'Rates of the same ports', 'time (us)', 'Gb/s', state.ports.map((name, at) => ({ name, data: pairs(xs, state.gigabits[at]) })));
  }

  finish(state, flowBytes, flowMicros, slowdowns) {
    this.over = true;
    this.slowdowns = distribution(slowdowns);
    this.times = distribution(flowMicros);
    this.show(state);
    this.fct ||= plot(this.part, 'Completion times of ' + this.title);
    this.points = pairs(flowBytes, flowMicros);
    lines(this.fct, 'Completion time by size', 'size (B)', 'us', [{ name: 'flows', type: 'scatter', symbolSize: 4, large: true, data: this.points }],
      { x: { type: 'log' }, y: { type: 'log' } });
    allOver();
  }

  fail(message) {
    this.over = true;
    this.text.textContent = message;
    allOver();
  }
}

function allOver() {
  const over = runs.every(one => one.over);
  byId('run').disabled = !good || !over;
  byId('stop').disabled = over;
  const finished = runs.filter(one => one.slowdowns);
  if (!over || !finished.length) {
    return;
  }
  const both = byId('both');
  both.replaceChildren(element('h2', 'Slowdown'));
  const table = element('table');
  const head = element('tr');
  ['', 'flows', 'p50', 'p95', 'p99', 'longest completion time'].forEach(cell => head.append(element('th', cell, { scope: 'col' })));
  table.append(head);
  finished.forEach(one => {
    const row = element('tr');
    row.append(element('th', one.title, { scope: 'row' }));
    const { sorted } = one.slowdowns;
    [count(sorted.length), ...[0.5, 0.95, 0.99].map(part => ratio(quantile(sorted, part))), time((quantile(one.times.sorted, 1) || 0) * 1000)]
      .forEach(cell => row.append(element('td', cell)));
    table.append(row);
  });
  const box = element('div', null, { class: 'scroll' });
  box.append(table);
  both.append(box);
  lines(plot(both, 'Distribution of slowdowns'), 'Slowdown: FCT over ideal FCT', 'slowdown', 'share of flows',
    finished.map(one => ({ name: one.title, step: 'end', data: one.slowdowns.points })), { x: { type: 'log' }, y: { max: 1 } });
  document.documentElement.dataset.shownMs = String(performance.now() - clicked);
}

function run() {
  clicked = performance.now();
  delete document.documentElement.dataset.shownMs;
  document.querySelectorAll('.plot').forEach(place => echarts.getInstanceByDom(place)?.dispose());
  byId('runs').replaceChildren();
  byId('both').replaceChildren();
  runs.length = 0;
  const against = byId('against').value;
  const chosen = against ? [['As written', ''], [against, against]] : [['As written', '']];
  chosen.forEach(([title, scheme], at) => runs.push(new Shown(at, title, scheme)));
  byId('run').disabled = true;
  byId('stop').disabled = false;
  runs.forEach(({ message }, at) => worker(at).postMessage(message));
}

byId('run').addEventListener('click', run);
byId('stop').addEventListener('click', () => workers.forEach(one => one?.postMessage({ kind: 'stop' })));
byId('against').addEventListener('change', () => byId('against').value && warm(1, byId('against').value));
byId('theme').addEventListener('click', () => {
  document.documentElement.dataset.theme = isDark() ? 'light' : 'dark';
  byId('theme').setAttribute('aria-pressed', String(isDark()));
  document.querySelectorAll('.plot').forEach(place => lines(...drawnFrom.get(echarts.getInstanceByDom(place))));
});
editor.addEventListener('input', () => {
  clearTimeout(pause);
  byId('run').disabled = true;
  pause = setTimeout(check, PAUSE_MS);
});

// A link holds the scenario: UTF-8 in base64, with the characters that URLs permit.

const MOST_LETTERS = 100000;
let wished = '';

function fragment() {
  const bytes = new TextEncoder().encode(JSON.stringify([editor.value, byId('against').value]));
  const letters = Array.from(bytes, one => String.fromCharCode(one)).join('');
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

// Selects a link's scheme if the page lists it; the list is empty until the simulator has loaded.
function choose() {
  byId('against').value = wished;
  if (byId('against').selectedIndex < 0) {
    byId('against').value = '';
  }
}

function opened() {
  const letters = location.hash.slice(1);
  if (!letters || letters.length > MOST_LETTERS) {
    return false;
  }
  try {
    const bytes = Uint8Array.from(atob(letters.replaceAll('-', '+').replaceAll('_', '/')), letter => letter.charCodeAt(0));
    const [text, against] = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    editor.value = String(text);
    wished = String(against ?? '');
    choose();
    return true;
  } catch (unreadable) {
    say('The link contains no scenario');
    return false;
  }
}

byId('link').addEventListener('click', () => {
  const letters = fragment();
  if (letters.length > MOST_LETTERS) {
    say('This scenario is too long for a link');
    return;
  }
  location.hash = letters;
  say('The address of this page now contains the scenario');
});

shipped.forEach(({ name }) => byId('shipped').append(element('option', name, { value: name })));
byId('against').append(element('option', 'nothing', { value: '' }));
byId('shipped').addEventListener('change', () => {
  editor.value = shipped.find(one => one.name === byId('shipped').value).text;
  check();
});
window.addEventListener('hashchange', () => opened() && check());
window.addEventListener('resize', () => document.querySelectorAll('.plot').forEach(place => echarts.getInstanceByDom(place)?.resize()));
byId('foot').textContent = 'Charts: Apache ECharts 5.5.0, Apache License 2.0. This file works offline.';
if (!opened()) {
  const first = shipped.find(one => one.name === 'incast.yaml') || shipped[0];
  byId('shipped').value = first.name;
  editor.value = first.text;
}
check();
warmCharts([{ series: {} }, { series: { type: 'scatter', symbolSize: 4, large: true }, axes: { x: { type: 'log' }, y: { type: 'log' } } },
  { series: { step: 'end' }, axes: { x: { type: 'log' }, y: { max: 1 } } }]);
