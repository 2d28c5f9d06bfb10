// The runs and sweeps of the folder, and which of them are ticked.
import { $, broken, button, get, link, made, pathOf, say } from './ask.js';
import { RunTable } from './table.js';
import { shortSchemes } from './scheme.js';
import { openFlows } from './explain.js';

const STATES = { whole: 'complete', file: 'flows only' };
const points = new Map(); // points of the open sweeps, by name
const ticks = new Set();
let runs = [];
let short = new Map();
let table;

function state(run) {
  const name = STATES[run.state] ?? run.state;
  if (run.kind === 'sweep') {
    return run.pointsDone + ' of ' + run.points + ' points' + (run.state === 'running' ? ', running' : '');
  }
  return run.sentence ? name + ': ' + run.sentence : name;
}

function ticked(run) {
  const box = made('input', [], { type: 'checkbox', 'aria-label': 'tick ' + run.name, 'data-act': 'tick' });
  box.checked = ticks.has(run.name);
  box.addEventListener('change', () => {
    ticks[box.checked ? 'add' : 'delete'](run.name);
    showTicks();
  });
  return box;
}

function named(run) {
  if (run.kind === 'sweep') {
    const open = points.has(run.name);
    return made('span', [button(open ? '▾' : '▸', () => toggle(run), { class: 'plain', 'data-act': 'points', 'aria-expanded': String(open),
      'aria-label': 'points of ' + run.name }), ' ', ...broken(run.name)]);
  }
  if (run.parent) {
    const values = Object.entries(run.values ?? {}).map(([key, value]) => key + '=' + value).join(' ');
    return made('span', [run.name.slice(run.parent.length + 1), ' ', made('span', values, { class: 'note' })]);
  }
  return made('span', broken(run.name));
}

function scheme(run) {
  if (!run.scheme) {
    return run.kind === 'sweep' ? made('span', 'varies: ' + run.keys.join(', '), { class: 'note' }) : '';
  }
  const text = short.get(run.scheme);
  return text === run.scheme ? text : made('details', [made('summary', text, { 'data-act': 'scheme' }), made('div', run.scheme, { class: 'note' })]);
}

function open(run) {
  const path = pathOf(run.name);
  if (run.state === 'unreadable') {
    return link('scenario', '/files/' + path + '/scenario.yaml');
  }
  const report = link('report', '/api/runs/' + path + '/report');
  return made('span', run.kind === 'sweep' ? report : [report, ' ', link('scenario', '/files/' + path + '/scenario.yaml'), ' ',
    link('summary', '/files/' + path + '/summary.json'), ' ',
    button('flows', () => openFlows(run.name), { class: 'plain', 'data-act': 'flows', 'aria-label': 'slowest flows of ' + run.name })],
  { class: 'links' });
}

const isKnown = value => value !== undefined && value !== null;
const number = (key, title, show, isChosen = false) => ({ key, title, value: run => run[key], show: run => isKnown(run[key]) ? show(run[key]) : '',
  isNumber: true, isChosen });
const seconds = value => time(value * 1e9);

const COLUMNS = [
  { key: 'tick', title: 'Tick', show: ticked, isFixed: true },
  { key: 'name', title: 'Run', value: run => [run.name, ...Object.values(run.values ?? {})].join(' '), show: named, isFixed: true },
  { key: 'state', title: 'State', value: state, isChosen: true },
  { key: 'scheme', title: 'Scheme', value: run => run.scheme, show: scheme, isChosen: true },
  { key: 'flows', title: 'Flows finished', value: run => run.flowsFinished, isNumber: true, isChosen: true,
    show: run => run.flows === undefined ? '' : count(run.flowsFinished) + (run.flows === run.flowsFinished ? '' : ' of ' + count(run.flows)) },
  number('slowdown.p50', 'Slowdown p50', ratio),
  number('slowdown.p95', 'Slowdown p95', ratio),
  number('slowdown.p99', 'Slowdown p99', ratio, true),
  number('fctSeconds.p99', 'FCT p99', seconds),
  number('queueBytes.p99', 'Queue p99', bytes, true),
  number('queueBytes.max', 'Queue max', bytes),
  number('pfcPauses', 'Pauses', count),
  number('drops', 'Drops', count),
  number('retransmittedBytes', 'Retransmitted', bytes),
  number('simulatedSeconds', 'Simulated', seconds),
  number('packetHops', 'Packet-hops', count),
  number('wallSeconds', 'Wall time', seconds),
  number('seed', 'Seed', String),
  { key: 'scenario', title: 'Scenario', value: run => run.scenario },
  { key: 'fingerprint', title: 'Fingerprint', value: run => run.fingerprint },
  { key: 'written', title: 'Written', value: run => run.writtenMs, isChosen: true, isNumber: true,
    show: run => run.writtenMs ? new Date(run.writtenMs).toLocaleString('sv').slice(0, 16).replace(' ', '\u00a0') : '' },
  { key: 'open', title: 'Open', show: open, isFixed: true },
];

async function toggle(run) {
  if (points.has(run.name)) {
    points.delete(run.name);
  } else {
    await load(run.name);
  }
  update();
}

async function load(name) {
  const answer = JSON.parse(await get('/api/runs/' + pathOf(name) + '/points'));
  points.set(name, answer.runs.map(point => ({ ...point, parent: name })));
}

function update() {
  short = shortSchemes([...runs, ...[...points.values()].flat()].map(run => run.scheme).filter(scheme => scheme));
  table.rows = runs;
  showTicks();
}

function showTicks() {
  const number = ticks.size;
  $('ticked').textContent = number === 0 ? 'No run is selected.' : [...ticks].slice(0, 4).join(', ') + (number > 4 ? ' and ' + (number - 4) + ' more' : '') + ' selected.';
  const isSweep = [...ticks].some(name => runs.some(run => run.name === name && run.kind === 'sweep'));
  $('compare').disabled = number < 2 && !isSweep;
  ['report', 'ask', 'untick'].forEach(id => {
    $(id).disabled = number === 0;
  });
}

/** The names of the ticked runs, in the order in which they were ticked. */
export const tickedRuns = () => [...ticks];

/** Reads the list again. */
export async function list() {
  runs = JSON.parse(await get('/api/runs'));
  const names = new Set(runs.map(run => run.name));
  for (const name of [...points.keys()]) {
    if (names.has(name)) {
      await load(name);
    } else {
      points.delete(name);
    }
  }
  [...ticks].filter(name => !names.has(name.split('/')[0])).forEach(name => ticks.delete(name));
  update();
}

export function startRuns() {
  table = new RunTable(COLUMNS, 'written', run => points.get(run.name) ?? []);
  $('untick').addEventListener('click', () => {
    ticks.clear();
    update();
  });
  list().catch(refused => say(refused.message, true));
}
