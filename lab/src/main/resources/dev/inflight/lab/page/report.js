// Results of queries are names of columns and rows, in which numbers represent runs.
Object.keys(data).forEach(name => {
  const answer = data[name];
  if (Array.isArray(answer.columns) && Array.isArray(answer.rows)) {
    data[name] = answer.rows.map(row => Object.fromEntries(answer.columns.map((column, at) => [column, column === 'run' ? data.names[row[at]] : row[at]])));
  }
});

const runs = data.runs.map(run => run.run);
const shown = new Set(runs);
const colorOf = run => color(runs.indexOf(run));
const ofRunLine = run => lineOf(runs.indexOf(run));
const kinds = new Map();
data.links.forEach(link => kinds.set(link.node, link.kind));
const nodesOf = rows => new Map(rows.map(([node, kind, name]) => [node, { kind, name }]));
const commonNodes = nodesOf(data.nodes);
const nodesOfRuns = new Map(Object.entries(data.nodesOfRuns).map(([run, rows]) => [run, nodesOf(rows)]));
const nodeOf = (node, run) => nodesOfRuns.get(run)?.get(node) || commonNodes.get(node) || { kind: null, name: null };
const numbered = (node, run) => (nodeOf(node, run).kind || kinds.get(node) || 'node') + ' ' + node;
// A node's name: 'leaf3' next to its number, 'leaf3 (switch 35)' elsewhere, 'host 3' if the name adds nothing.
const nodeNameAlone = (node, run) => {
  const { kind, name } = nodeOf(node, run);
  return name && name !== kind + node ? name : numbered(node, run);
};
const nodeName = (node, run) => {
  const alone = nodeNameAlone(node, run);
  return alone === numbered(node, run) ? alone : alone + ' (' + numbered(node, run) + ')';
};
const portName = row => nodeName(row.node, row.run) + ' port ' + row.port
  + (row.peer === undefined ? '' : ' to ' + nodeNameAlone(row.peer, row.run));

const chosen = rows => rows.filter(row => shown.has(row.run));
const ofRun = (rows, run) => rows.filter(row => row.run === run);
// Two bars of a color: a full one, and one with an edge.
const paired = (color, at) => at === 0 ? { color } : { color: color + '40', borderColor: color };
const chosenRuns = () => runs.filter(run => shown.has(run));
const byRun = (run, text) => runs.length > 1 ? run + (text ? ', ' + text : '') : text || run;

// A note on a list that the page shortens: the number of its items on the page, and of all items.
function leftOut(part, what, rows, key, of) {
  runs.forEach(run => {
    const all = data.left.find(row => row.run === run && row.what === what);
    const here = new Set(ofRun(rows, run).map(key)).size;
    if (all && all.number > here) {
      part.append(element('p', (runs.length > 1 ? run + ': ' : '') + count(here) + ' of ' + count(all.number) + ' ' + of + ' are on this page.', { class: 'left' }));
    }
  });
}

// 1. Outcome

function warnings() {
  if (data.warnings.length === 0) {
    return;
  }
  const part = section('Warnings', 'Problems in the folders of these runs. Numbers below may be wrong or missing.');
  data.warnings.forEach(text => part.append(element('p', text, { class: 'warn' })));
  if (data.moreWarnings > 0) {
    part.append(element('p', 'and ' + count(data.moreWarnings) + ' more', { class: 'warn' }));
  }
}

const total = (value, unit) => unit === 'B' ? bytes(value) : unit === 's' ? time(value === null ? null : value * 1e9)
  : unit === 'bit/s' ? rate(value) : count(value);

function outcome() {
  const part = section('Outcome');
  data.runs.filter(run => run.state !== 'whole').forEach(run =>
    part.append(element('p', run.run + ': ' + (run.state === 'interrupted' ? 'this run was interrupted' : 'this run has not ended, or it failed')
      + '; the report covers a part of it.', { class: 'warn' })));
  const rows = [
    ['Scheme', run => run.scheme], ['Seed', run => count(run.seed)],
    ['Flows finished', run => run.flows === null ? '–' : count(run.flowsFinished) + ' of ' + count(run.flows)],
    ['Slowdown, median', run => ratio(run.slowdown_p50)], ['Slowdown, 95th percentile', run => ratio(run.slowdown_p95)],
    ['Slowdown, 99th percentile', run => ratio(run.slowdown_p99)], ['Slowdown, largest', run => ratio(run.slowdown_max)],
    ['Queues, 99th percentile', run => bytes(run.queueBytes_p99)], ['Queues, longest', run => bytes(run.queueBytes_max)],
    ...data.totals.map(([key, title, unit]) => [title[0].toUpperCase() + title.slice(1), run => total(run[key], unit)]),
    ['Simulated time', run => time(run.simulatedSeconds === null ? null : run.simulatedSeconds * 1e9)],
    ['Packet-hops', run => count(run.packetHops)], ['Fingerprint', run => run.fingerprint],
  ];
  part.append(table(['Run'].concat(runs), rows.map(([name, of]) => [name].concat(data.runs.map(of))), { caption: 'Summaries of the runs' }));
  data.events.forEach(({ run, first, more }) => {
    const list = element('ul', null, { class: 'events' });
    first.forEach(sentence => list.append(element('li', sentence)));
    if (more > 0) {
      list.append(element('li', 'and ' + count(more) + ' more, in summary.json'));
    }
    part.append(element('p', byRun(run, 'events of the scenario') + ':'), list);
  });
  data.stalled.forEach(row => part.append(element('p', row.run + ': ' + count(row.flows) + ' flows did not finish: ' + row.reason + '.',
    { class: 'warn' })));
}

function moreTables() {
  data.tables.forEach(one => section(one.title, one.why).append(table(one.head, one.rows, { caption: one.title, words: [one.head.length - 1] })));
}

function realTime() {
  const live = runs.filter(run => Object.hasOwn(data.live, run));
  if (live.length > 0) {
    const part = section('Real time', 'How closely live runs followed real time. Late events, frames that arrived in batches, and frames lost outside the'
      + ' links distinguish such a run from its simulation.');
    live.forEach(run => part.append(element('h3', run), element('pre', data.live[run], { tabindex: '0' })));
  }
}

// 2. Slowdown by size

const QUANTILES = ['p50', 'p95', 'p99'];

/** A sentence on classes with too few flows for an interval that is closed on both sides. */
function openEnds() {
  const few = data.boundable.map(({ quantile, flows }) => ({ quantile, flows, classes: data.sizes.filter(row => row.n < flows).length }))
    .filter(({ classes }) => classes > 0);
  return few.length === 0 ? '' : 'A bar that ends in an arrow is open, because its class has too few flows. ' + few.map(({ quantile, flows, classes }) =>
    'A ' + quantile + ' needs ' + count(flows) + ' flows for a bar with two ends, and ' + count(classes) + ' of ' + count(data.sizes.length)
    + ' classes have fewer.').join(' ');
}

/** The interval of a quantile, in words. */
function interval(row, key) {
  const low = row[key + '_low'];
  const high = row[key + '_high'];
  if (low === null && high === null) {
    return 'no bound';
  }
  return low === null ? 'at most ' + ratio(high) : high === null ? 'at least ' + ratio(low) : ratio(low) + ' to ' + ratio(high);
}

/** A bar from one end of an interval to the other, with a cap at each; an end that is open is an arrow beyond the quantile instead. */
function bar(api, shift) {
  const x = api.coord([api.value(0), api.value(1)])[0] + shift;
  const at = value => api.coord([api.value(0), value])[1];
  const stroke = { stroke: api.visual('color'), lineWidth: 1, fill: null };
  const [low, high] = [2, 3].map(end => api.value(end));
  if (Number.isNaN(low) && Number.isNaN(high)) {
    return null;
  }
  const end = (value, toward) => {
    const y = Number.isNaN(value) ? at(api.value(1)) + 18 * toward : at(value);
    const back = Number.isNaN(value) ? y - 4 * toward : y;
    return { y, shape: { type: 'polyline', shape: { points: [[x - 3, back], [x, y], [x + 3, back]] }, style: stroke } };
  };
  const [bottom, top] = [end(low, 1), end(high, -1)];
  return { type: 'group', children: [{ type: 'line', shape: { x1: x, y1: bottom.y, x2: x, y2: top.y }, style: stroke }, bottom.shape, top.shape] };
}

function sizes() {
  if (data.sizes.length === 0) {
    return;
  }
  const part = section('Slowdown by flow size', 'FCT over ideal FCT. Classes of sizes have about equal numbers of flows; bars are 95 % confidence intervals'
    + ' of the quantile for independent flows. ' + openEnds());
  const edges = [...new Set(data.sizes.map(row => row.edge))].sort((a, b) => a - b);
  const names = edges.map(bytes);
  chart(part, 'Slowdown by flow size: median, 95th and 99th percentile', () => {
    const option = base();
    const series = [];
    const symbols = [['circle', 4], ['emptyCircle', 8], ['emptyDiamond', 13]]; // concentric for equal quantiles
    chosenRuns().forEach(run => QUANTILES.forEach((key, at) => {
      const rows = ofRun(data.sizes, run);
      const label = byRun(run, key);
      const tone = runs.length > 1 ? colorOf(run) : color(at);
      const log = value => value === null ? null : Math.log10(value);
      series.push({ name: label, type: 'line', color: tone, symbol: symbols[at][0], symbolSize: symbols[at][1], z: 3 + at,
        lineStyle: { type: DASHES[at], width: [2, 2, 3][at] }, data: rows.map(row => [edges.indexOf(row.edge), log(row[key])]) });
      series.push({ name: label, type: 'custom', color: tone, silent: true, tooltip: { show: false },
        renderItem: (_, api) => bar(api, 4 * (at - 1)), encode: { x: 0, y: [1, 2, 3] },
        data: rows.map(row => [edges.indexOf(row.edge), log(row[key]), log(row[key + '_low']), log(row[key + '_high'])]) });
    }));
    return Object.assign(option, { xAxis: axis('flow size up to', { type: 'category', data: names, axisLabel: { hideOverlap: true } }),
      yAxis: logOf('slowdown', PLAIN), series });
  }, { head: ['Run', 'From', 'To', 'Flows', 'p50', 'p95', 'p99'],
    rows: () => data.sizes.map(row => [row.run, bytes(row.low), bytes(row.high), count(row.n)].concat(QUANTILES.map(key =>
      ratio(row[key]) + ' (' + interval(row, key) + ')'))) });
}

// 3. Distributions

function distribution(title, why, all, key, name, quantity) {
  if (all.length === 0) {
    return;
  }
  const part = section(title, why);
  chart(part, title, () => Object.assign(base(), {
    xAxis: logOf(name, quantity), yAxis: axisOf('share of flows', SHARE, { min: 0, max: 1 }),
    series: chosenRuns().map(run => Object.assign(ofRunLine(run), { name: run, type: 'line', step: 'end', showSymbol: false,
      data: ofRun(all, run).filter(row => row[key] > 0).map(row => [Math.log10(row[key]), row.share]) })),
  }), { head: ['Run', 'Share of flows', name], rows: () => all.filter((_, at) => at % 10 === 0)
    .map(row => [row.run, share(row.share), inWords(row[key], quantity)]) });
}

// 4. Queues

function queues() {
  if (data.queueLengths.length > 0) {
    const least = Math.min(...data.queueLengths.map(row => row.share));
    const left = least === 1 || 1 - least > 0.5 ? 1 : round125(Math.max(1 - least, 1e-9), true); // most of the distribution may lie in the last thousandth
    chart(section('Queues', 'Cumulative share of the samples of all switch ports; queues below 1 KB count as 0.'), 'Queues', () =>
      Object.assign(base(), { xAxis: axisOf('queue', BYTES),
        yAxis: axisOf('share of samples', SHARE, { min: 1 - left, max: 1, interval: left / 5 }, left < 1 ? 'this axis starts at ' + exactly(1 - left, SHARE) : ''),
        series: chosenRuns().map(run => Object.assign(ofRunLine(run), { name: run, type: 'line', step: 'end', showSymbol: false,
          data: ofRun(data.queueLengths, run).map(row => [row.bytes, row.share]) })) }),
    { head: ['Run', 'Queue up to', 'Share of samples'], rows: () => data.queueLengths.filter((row, at) => at % 5 === 0 || row.share === 1)
      .map(row => [row.run, bytes(row.bytes), (100 * row.share).toFixed(3) + ' %']) });
  }
  if (data.ports.length === 0) {
    return;
  }
  const part = section('Longest queues', 'The switch ports with the longest queues; percentiles are of the samples.');
  const names = [...new Set(data.ports.map(portName))].slice(0, 20);
  chart(part, 'Longest queues by port: 95th percentile and maximum', () => {
    const series = [];
    chosenRuns().forEach(run => [['p95_bytes', '95th percentile'], ['max_bytes', 'longest']].forEach(([key, name], at) => series.push({
      name: byRun(run, name), type: 'bar', itemStyle: paired(runs.length > 1 ? colorOf(run) : color(0), at),
      data: names.map(port => { const row = ofRun(data.ports, run).find(one => portName(one) === port); return row ? row[key] : null; }) })));
    return Object.assign(base(), { dataZoom: [],
      xAxis: axisOf('queue', BYTES), yAxis: { type: 'category', inverse: true, data: names }, series });
  }, { head: ['Run', 'Port', 'Samples', 'Mean', 'p50', 'p95', 'p99', 'Longest'], rows: () => data.ports.map(row =>
    [row.run, portName(row), count(row.samples), bytes(row.mean_bytes), bytes(row.p50_bytes), bytes(row.p95_bytes), bytes(row.p99_bytes),
      bytes(row.max_bytes)]) }, 90 + names.length * (12 + 8 * runs.length));
  leftOut(part, 'ports', data.ports, row => row.node + ' ' + row.port, 'ports with queues');
}

// 5. Over time

function overTime(title, why, rows, lines, name, quantity) {
  if (rows.length === 0) {
    return null;
  }
  const part = section(title, why);
  chart(part, title, () => {
    const series = [];
    const groups = new Map();
    chosen(rows).forEach(row => {
      const line = lines(row);
      if (!groups.has(line)) {
        groups.set(line, { run: row.run, points: [] });
      }
      groups.get(line).points.push([row.t, row.value]);
    });
    const places = new Map();
    groups.forEach(group => { group.at = places.get(group.run) || 0; places.set(group.run, group.at + 1); });
    const inTurn = [...groups.entries()].sort(([, a], [, b]) => a.at - b.at || runs.indexOf(a.run) - runs.indexOf(b.run)); // the first group of each run comes first
    const each = Math.max(...places.values()) === 1;
    inTurn.forEach(([line, group], at) => series.push(Object.assign(lineOf(each ? runs.indexOf(group.run) : at), { name: line, type: 'line', showSymbol: false,
      sampling: 'lttb', data: group.points })));
    return Object.assign(base(), { xAxis: timeAxis(), yAxis: axisOf(name, quantity), series });
  }, { head: ['Series', 'Time', name], rows: () => rows.filter((_, at) => at % Math.ceil(rows.length / 400) === 0)
    .map(row => [lines(row), time(row.t), inWords(row.value, quantity)]) }, null, 'time');
  return part;
}

function times() {
  const port = row => byRun(row.run, portName(row));
  const ports = overTime('Queues over time', 'Ports with the longest queues; each point is the longest queue of its interval.',
    data.portTimes.map(row => Object.assign({}, row, { value: row.waiting })), port, 'queue', BYTES);
  overTime('Throughput over time', 'The same ports; each point is the mean of its interval.',
    data.portTimes.map(row => Object.assign({}, row, { value: row.throughput })), port, 'throughput', RATE);
  if (ports) {
    leftOut(ports, 'portTimes', data.portTimes, row => row.node + ' ' + row.port, 'ports');
  }
  const flows = overTime('Goodput of flows over time', 'Flows with the most bytes; each point is the mean of its interval.',
    data.flowTimes.map(row => Object.assign({}, row, { value: row.goodput })), row => byRun(row.run, 'flow ' + row.flow), 'goodput', RATE);
  if (flows) {
    leftOut(flows, 'flowTimes', data.flowTimes, row => row.flow, 'flows');
  }
  overTime('Goodput of all flows over time', '', data.fairness.map(row => Object.assign({}, row, { value: row.goodput })), row => row.run,
    'goodput', RATE);
  overTime('Fairness over time', "Jain's index of the goodputs of active flows: 1 if all are equal, 1 / n if one of n flows has everything.",
    data.fairness.filter(row => row.flows > 1).map(row => Object.assign({}, row, { value: row.jain })), row => row.run, "Jain's index", PLAIN);
  if (data.portTimes.length + data.flowTimes.length === 0) {
    section('Over time', 'These runs wrote no series. In the scenario, series: {every: 10us} writes rates and queues over time.');
  }
}

// 6. Pauses

const BRANCHES_AT_ONCE = 20;
const pauseCount = number => count(number) + (number === 1 ? ' pause, ' : ' pauses, ');
const paused = (number, ns) => pauseCount(number) + time(ns);

// Details with content that is made when a reader first opens them.
function lazily(text, content) {
  const made = element('details');
  made.append(element('summary', text));
  made.addEventListener('toggle', () => {
    if (made.open && made.children.length === 1) {
      made.append(content());
    }
  });
  return made;
}

// Items of a tree, some at a time, above a note on items that the page lacks.
function branches(items, made, more, what) {
  const list = element('ul', null, { class: 'tree' });
  const add = (into, one) => {
    const item = element('li');
    item.append(one);
    into.append(item);
  };
  items.slice(0, BRANCHES_AT_ONCE).forEach(one => add(list, made(one)));
  if (items.length > BRANCHES_AT_ONCE) {
    const rest = items.slice(BRANCHES_AT_ONCE);
    add(list, lazily('and ' + count(rest.length) + ' more: ' + paused(sumOf(rest, 'allPauses'), sumOf(rest, 'allNs')),
      () => branches(rest, made, more, what)));
  } else if (more) {
    add(list, element('span', 'and ' + count(more[0]) + ' more ' + what + ', not on this page: ' + paused(more[1], more[2]), { class: 'left' }));
  }
  return list;
}

const sumOf = (rows, key) => rows.reduce((sum, row) => sum + row[key], 0);
const withCaused = one => one.allPauses > one.pauses ? '; with those that they caused ' + paused(one.allPauses, one.allNs) : '';

function branch(port, run) {
  const text = portName(Object.assign({ run }, port)) + ': ' + paused(port.pauses, port.ns) + withCaused(port);
  return port.caused ? lazily(text, () => branches(port.caused, one => branch(one, run), port.more, 'ports')) : element('span', text);
}

const root = (one, run) => lazily(nodeName(one.node, run) + ', priority ' + one.priority + ': ' + paused(one.allPauses, one.allNs),
  () => branches(one.caused || [], port => branch(port, run), one.more, 'ports'));

// Figure 1 of the HPCC paper: how far pauses spread, and what they suppress.
function spread(part) {
  const trees = data.pauseTrees;
  const depths = [...new Set(trees.flatMap(one => one.depths.map((_, at) => at + 1)))].sort((a, b) => a - b);
  const all = one => one.depths.reduce((sum, number) => sum + number, 0);
  const of = () => trees.filter(one => shown.has(one.run));
  chart(part, 'How far pauses spread', () => Object.assign(base(), { patterns: true, dataZoom: [],
    xAxis: axis('hops from the congested root node', { type: 'category', data: depths }),
    yAxis: axisOf('share of pauses there', SHARE),
    series: of().map(one => ({ name: one.run, type: 'bar', color: colorOf(one.run), data: one.depths.map(number => number / all(one)) })),
  }), { head: ['Run', 'Hops', 'Pauses'], rows: () => trees.flatMap(one => one.depths.map((number, at) => [one.run, at + 1, count(number)])) }, 'low');
  chart(part, 'Capacity of all hosts that a pause suppresses, with the pauses that it caused', () => Object.assign(base(), {
    xAxis: axisOf('share of the capacity', SHARE, { min: 0 }),
    yAxis: axisOf('share of pauses', SHARE, { min: 0, max: 1 }),
    series: of().map(one => Object.assign(ofRunLine(one.run), { name: one.run, type: 'line', step: 'end', showSymbol: false,
      data: one.suppressed.map((value, at) => [value, at / (one.suppressed.length - 1)]) })),
  }), { head: ['Run', 'Share of pauses', 'Suppress at most'], rows: () => trees.flatMap(one => one.suppressed.filter((_, at) => at % 10 === 0)
    .map((value, at) => [one.run, share(at / 10), share(value)])) }, 'low');
}

function tree(part, one) {
  part.append(element('h3', 'Pause propagation' + (runs.length > 1 ? ': ' + one.run : '')),
    element('p', 'The root is a congested node that was not paused; below it are the ports that it paused, and below those the ports paused because of'
      + ' them. A pause counts as caused by a pause that started earlier, still lasts, and is next on a shortest path.', { class: 'why' }));
  one.deadlocks.forEach(circle => part.append(element('p', 'A deadlock: ' + count(circle.ports.length + circle.more)
    + ' ports were paused until the end, in a circle of ports that wait for each other: '
    + circle.ports.map(([node, port, peer]) => portName({ run: one.run, node, port, peer })).join(' → ')
    + (circle.more > 0 ? ' → and ' + count(circle.more) + ' more' : '') + '.', { class: 'warn' })));
  if (one.moreDeadlocks > 0) {
    part.append(element('p', 'and ' + count(one.moreDeadlocks) + ' more deadlocks', { class: 'warn' }));
  }
  part.append(branches(one.roots, top => root(top, one.run), one.more, 'roots'));
  if (one.unnamed > 0) {
    part.append(element('p', count(one.unnamed) + ' pauses are beyond the limit of the tree; they are counted where their chain leaves it.', { class: 'left' }));
  }
  if (one.unknownPorts > 0) {
    part.append(element('p', count(one.unknownPorts) + ' frames for ports that are not in ports.csv are left out.', { class: 'warn' }));
  }
}

function pauses() {
  if (data.suppressed.every(row => !(row.paused_ns > 0)) && data.pauseTrees.length === 0) {
    section('Pauses', 'No port was paused.');
    return;
  }
  const part = section('Pauses', 'Share of the time in which PFC paused priorities, weighted by the rates of their ports.');
  part.append(table(['Run', 'Paused, all ports', 'Of the hosts\' capacity', 'Of all capacity'],
    data.suppressed.map(row => [row.run, time(row.paused_ns), share(row.hosts), share(row.all_ports)]), { caption: 'Capacity suppressed' }));
  if (data.pauseTrees.length > 0) {
    spread(part);
    data.pauseTrees.forEach(one => tree(part, one));
  }
}

// 7. The fabric

function fabric() {
  const of = chosenRuns()[0] || runs[0];
  const links = ofRun(data.links, of);
  const nodes = [...new Set(links.flatMap(link => [link.node, link.peer]))];
  if (nodes.length === 0) {
    return;
  }
  const part = section('The fabric', 'Each line is a cable, colored by the busier of its two directions in the bulk time, until 95 % of the bytes were delivered' + (runs.length > 1 ? '; of the run ' + of : '') + '.');
  const level = new Map(nodes.filter(node => (nodeOf(node, of).kind || kinds.get(node)) !== 'switch').map(node => [node, 0]));
  for (let tier = 0; level.size < nodes.length && tier < nodes.length; tier++) {
    const next = links.filter(link => level.get(link.node) === tier && !level.has(link.peer)).map(link => link.peer);
    if (next.length === 0) {
      nodes.filter(node => !level.has(node)).slice(0, 1).forEach(node => level.set(node, tier + 1));
    }
    next.forEach(node => level.set(node, tier + 1));
  }
  const tiers = Math.max(...level.values());
  const rows = [];
  nodes.sort((a, b) => a - b).forEach(node => { (rows[level.get(node)] = rows[level.get(node)] || []).push(node); });
  const cables = new Map();
  links.forEach(link => {
    const key = Math.min(link.node, link.peer) + '-' + Math.max(link.node, link.peer);
    const cable = cables.get(key) || { source: String(link.node), target: String(link.peer), value: 0, all: 0, paused: 0 };
    cable.value = Math.max(cable.value, link.bulk_utilization);
    cable.all = Math.max(cable.all, link.utilization);
    cable.paused += link.paused_ns;
    cables.set(key, cable);
  });
  const cableName = cable => nodeName(Number(cable.source), of) + ' – ' + nodeName(Number(cable.target), of);
  const heat = value => value > 0.9 ? 3 : value > 0.6 ? 2 : value > 0.3 ? 1 : 0;
  chart(part, 'The fabric with the utilization of its cables', ({ width, height }) => {
    const room = { width: width - 60, height: height - 70 }; // in pixels, so that nothing of it is stretched
    const placed = rows.flatMap((row, tier) => {
      const apart = room.width / row.length;
      // Names if a row has room for them, otherwise as many numbers as fit.
      const names = row.map(node => nodeNameAlone(node, of));
      const widest = labels => 6 + Math.max(...labels.map(widthOf));
      const labels = widest(names) <= apart ? names : row.map(String);
      const every = Math.ceil(widest(labels) / apart);
      return row.map((node, at) => ({ id: String(node), name: String(node), label0: nodeName(node, of), label1: labels[at], x: (at + 0.5) * apart, y: (tiers - tier) / tiers * room.height,
        symbol: tier === 0 ? 'circle' : 'rect', symbolSize: Math.max(3, Math.min(18, 0.7 * apart)), itemStyle: { color: tier === 0 ? look.host : look.device },
        label: { show: at % every === 0, formatter: one => one.data.label1, position: tier === 0 ? 'bottom' : 'top', color: look.text } }));
    });
    const [first, last] = [Math.min(...placed.map(node => node.x)), Math.max(...placed.map(node => node.x))];
    return { legend: null,
      tooltip: tipOfItem(one => [[null, one.dataType === 'edge'
        ? cableName(one.data) + ': ' + exactly(one.data.value, SHARE) + ', ' + exactly(one.data.all, SHARE) + ' of the whole run'
          + (one.data.paused > 0 ? ', paused ' + exactly(one.data.paused, TIME) : '') : one.data.label0]]),
      series: [{ type: 'graph', roam: !matchMedia('(pointer: coarse)').matches, layout: 'none', left: 30 + first, top: 35, width: Math.max(1, last - first), height: room.height,
        data: placed, links: [...cables.values()].map(cable => Object.assign({}, cable,
          { lineStyle: { color: look.heat[heat(cable.value)], width: 1 + 3 * cable.value, opacity: 1 } })) }] };
  }, { head: ['Cable', 'Busier direction, bulk time', 'Whole run', 'Paused'], rows: () => [...cables.values()].sort((a, b) => b.value - a.value).slice(0, 200)
    .map(cable => [cableName(cable), share(cable.value), share(cable.all), time(cable.paused)]) }, 'high');
  const legend = element('p', null, { class: 'why' });
  ['up to 30 %', 'up to 60 %', 'up to 90 %', 'above'].forEach((text, at) => legend.append(element('span', null, { class: 'heat heat-' + at }), element('span', text + ' ')));
  part.append(legend, element('p', 'A wider line is a busier cable. Use the mouse wheel to zoom, and drag to move the view.', { class: 'why' }));
  leftOut(part, 'links', data.links, link => link.node + ' ' + link.port, 'ports');
}

// 8. Tables and texts

function slowest() {
  if (data.slowest.length > 0) {
    const part = section('Slowest flows');
    part.append(table(['Run', 'Flow', 'From', 'To', 'Size', 'Start', 'FCT', 'Ideal FCT', 'Slowdown', 'Retransmitted'],
      data.slowest.map(row => [row.run, count(row.flow), nodeName(row.source, row.run), nodeName(row.destination, row.run), bytes(row.size_bytes), time(row.start_ns),
        time(row.fct_ns), time(row.ideal_fct_ns), ratio(row.slowdown), bytes(row.retransmitted_bytes)]), { caption: 'The largest slowdowns' }));
    leftOut(part, 'slowest', data.slowest, row => row.flow, 'flows');
  }
}

// Stacked causes of each slice of a flow's time. The library cannot stack along an axis of numbers. A slice that the flow's end
// cuts off is as wide as the sum of its causes.
function slicesOf(one) {
  const slices = one.parts[0].ns.map((_, at) => {
    const edges = [0];
    one.parts.forEach(what => edges.push(edges.at(-1) + what.ns[at]));
    const sum = edges.at(-1);
    return { from: at * one.partNs, to: at * one.partNs + sum, edges: edges.map(ns => sum > 0 ? 100 * ns / sum : 0) };
  });
  return slices.filter(({ from, to }) => to > from);
}

const tipOfSlice = (one, slices, at) => {
  const { from, to, edges } = slices[at];
  return [[null, exactly(from, TIME) + ' to ' + exactly(to, TIME)]].concat(one.parts.map((what, n) => [n, edges[n + 1] - edges[n]])
    .filter(([, percent]) => percent > 0).map(([n, percent]) => [color(n), one.parts[n].what, exactly(percent, PERCENT)]));
};

function why() {
  data.explanations.forEach(one => {
    const part = section('Completion time of flow ' + one.flow, one.title + '.');
    one.reasons.forEach(reason => part.append(element('p', reason)));
    const slices = slicesOf(one);
    chart(part, 'Causes of the time of flow ' + one.flow, () => Object.assign(base(), {
      tooltip: tipOfItem(item => tipOfSlice(one, slices, item.data.slice)), all: true, patterns: true,
      xAxis: axisOf('time after its start', TIME, { min: 0, max: slices.at(-1).to }), yAxis: axisOf('share of the time', PERCENT, { min: 0, max: 100 }),
      series: one.parts.map((what, at) => ({ name: what.what, type: 'custom', color: color(at), encode: { x: [0, 1], y: [2, 3] }, clip: true,
        renderItem: (_, api) => {
          const [left, low] = api.coord([api.value(0), api.value(2)]);
          const [right, high] = api.coord([api.value(1), api.value(3)]);
          return { type: 'rect', shape: { x: left, y: high, width: right - left, height: low - high },
            style: { fill: api.visual('color'), decal: api.visual('decal') } };
        },
        data: slices.flatMap(({ from, to, edges }, slice) => edges[at + 1] > edges[at] ? [{ slice, value: [from, to, edges[at], edges[at + 1]] }] : []) })),
    }), { head: one.costs.head, rows: () => one.costs.rows, words: [2, 3, 4] });
    part.append(table(one.hops.head, one.hops.rows, { caption: 'Ports on its path' }));
  });
}

function texts() {
  const part = section('Scenario', data.beside ? '' : 'Scenario of the first run; the others are in scenario.yaml of their folders.');
  Object.keys(data.scenarios).forEach(run => {
    const more = element('details');
    more.append(element('summary', run), element('pre', Object.hasOwn(data.scenarios, run) ? data.scenarios[run] : '', { tabindex: '0' }));
    part.append(more);
  });
  const columns = section('Columns and keys', 'Meanings for each file of results; ./inflight query RUN "SQL" reads them all.');
  const more = element('details');
  more.append(element('summary', 'All columns and keys'),
    table(['File', 'Name', 'Unit', 'Meaning'], data.meanings, { caption: 'Columns and keys', words: [1, 2, 3] }));
  columns.append(more);
}

// The page

function choices() {
  const box = document.getElementById('shown');
  box.hidden = runs.length < 2;
  if (box.hidden) {
    return;
  }
  runs.forEach(run => {
    const label = element('label');
    const tick = element('input', null, { type: 'checkbox', checked: '' });
    tick.addEventListener('change', () => {
      if (tick.checked) {
        shown.add(run);
      } else {
        shown.delete(run);
      }
      draw();
    });
    label.append(tick, ' ' + run);
    box.append(label);
  });
}

const heading = () => data.sweep ? sweepTitle() : runs.length === 1 ? (data.runs[0].scenario || runs[0]) : runs.join(' and ');

function detail() {
  outcome();
  moreTables();
  realTime();
  jobs();
  sizes();
  distribution('Slowdowns', 'Cumulative share of finished flows.', data.distribution, 'slowdown', 'slowdown', PLAIN);
  distribution('Completion times', 'Cumulative share of finished flows.', data.distribution, 'fct_ns', 'completion time', TIME);
  distribution('Latency of small flows', 'Completion times of flows of at most 10 KB, such as requests behind larger flows.', data.small, 'fct_ns',
    'completion time', TIME);
  queues();
  times();
  pauses();
  fabric();
  slowest();
}

warnings();
if (data.sweep) {
  sweep();
}
if (data.beside) {
  choices();
  detail();
} else {
  document.getElementById('shown').hidden = true;
  moreTables();
}
why();
criticalPaths();
texts();
show(data.sweep ? sweepTitle() : runs.join(', '), heading());
