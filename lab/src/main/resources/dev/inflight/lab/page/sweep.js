// Sweeps: values of whole runs by the keys in which they differ. Runs that differ only in pooled keys are one point of a line.

// Keys with random values, which are pooled, and the plural of their names.
const POOLED = { seed: 'seeds', 'ensemble.member': 'members' };
const MOST_LINES = 12;
const ROWS_AT_ONCE = 50;
const EACH = 'each';
const SCALES = { '': 1, b: 1, ps: 1e-3, ns: 1, '\u00b5s': 1e3, us: 1e3, ms: 1e6, s: 1e9, kb: 1e3, mb: 1e6, gb: 1e9, tb: 1e12, kib: 1024, mib: 1048576, gib: 1073741824, tib: 1099511627776,
  bps: 1, kbps: 1e3, mbps: 1e6, gbps: 1e9, tbps: 1e12 };
const UNITS = { ratio, B: bytes, ns: time, 'bit/s': rate, share };
const QUANTITIES = { B: BYTES, ns: TIME, 'bit/s': RATE, share: SHARE };
const quantityOf = metric => QUANTITIES[metric.unit] || PLAIN;
const wordsOf = metric => UNITS[metric.unit] || (value => value === null ? '–' : Number.isInteger(value) ? count(value) : digits(value));

const axesOf = () => data.sweep.keys.filter(key => !Object.hasOwn(POOLED, key));
const pooledKeys = () => data.sweep.keys.filter(key => Object.hasOwn(POOLED, key) && valuesOf(key).length > 1);
const hasSeeds = () => data.sweep.t.length > 0; // true if a point has several seeds
const pooledWords = () => pooledKeys().map(key => POOLED[key]).join(' and ') || 'runs';
const valueOf = (at, key) => data.sweep.values[at][data.sweep.keys.indexOf(key)];

// A value as a number, in the smallest of its units; NaN for a name.
function size(text) {
  const found = /^(-?[\d.]+(?:e[-+]?\d+)?)\s*([a-z\u00b5/]*)$/i.exec(text.replace(/([a-z])\/s$/i, '$1ps').replace(/bitps$/i, 'bps'));
  const scale = found && Object.hasOwn(SCALES, found[2].toLowerCase()) ? SCALES[found[2].toLowerCase()] : NaN;
  return found ? Number(found[1]) * scale : NaN;
}

// The values of a key: numbers in ascending order, names in the order of runs.
function valuesOf(key) {
  const values = [...new Set(data.sweep.values.map((_, at) => valueOf(at, key)))];
  return values.every(value => Number.isFinite(size(value))) ? values.sort((a, b) => size(a) - size(b)) : values;
}

// A value with its key's name, for use by itself; values that are clear without the name omit it.
const wordOf = key => data.sweep.words[data.sweep.keys.indexOf(key)];
const worded = (key, value) => value === '' ? (wordOf(key) || key) + ' none' : (wordOf(key) + ' ' + value).trim();

function sweepTitle() {
  const name = data.runs[0].scenario ? data.runs[0].scenario + ': ' : '';
  const keys = axesOf().map(key => count(valuesOf(key).length) + ' × ' + (wordOf(key) || key)).join(', ');
  return name + (keys || 'runs') + pooledKeys().map(key => ', ' + count(valuesOf(key).length) + ' ' + POOLED[key]).join('') + ' (' + count(runs.length) + ' runs)';
}

const state = { x: null, color: null, band: 'range', fixed: new Map(), ticked: new Map(), sort: null, falling: false, rows: ROWS_AT_ONCE };

// The keys that determine neither the axis nor the color: each splits lines.
const others = () => axesOf().filter(key => key !== state.x && key !== state.color);

function begin() {
  const keys = axesOf();
  const numeric = keys.filter(key => valuesOf(key).length > 1 && valuesOf(key).every(value => Number.isFinite(size(value))));
  const byCount = (a, b) => valuesOf(b).length - valuesOf(a).length;
  state.x = numeric.sort(byCount)[0] || keys.slice().sort(byCount)[0] || null;
  const rest = keys.filter(key => key !== state.x);
  state.color = rest.includes('scheme') ? 'scheme' : rest[0] || null;
}

// The value of another key that a reader chose; if there are more lines than a chart can show, the first value.
function fixedValue(key) {
  if (state.fixed.has(key)) {
    return state.fixed.get(key);
  }
  const lines = others().reduce((product, other) => product * valuesOf(other).length, state.color ? valuesOf(state.color).length : 1);
  return lines > MOST_LINES ? valuesOf(key)[0] : EACH;
}

// The values that have lines: those that a reader ticked, otherwise as many of the first values as a chart can show.
const tickedValues = key => state.ticked.get(key) || valuesOf(key).slice(0, MOST_LINES);

const matchingPoints = () => data.sweep.values.map((_, at) => at).filter(at =>
  others().every(key => fixedValue(key) === EACH || fixedValue(key) === valueOf(at, key)));

const chosenPoints = () => matchingPoints().filter(at => state.color === null || tickedValues(state.color).includes(valueOf(at, state.color)));

const lineName = at => [state.color].concat(others().filter(key => fixedValue(key) === EACH)).filter(key => key !== null)
  .map(key => worded(key, valueOf(at, key))).join(', ') || 'all runs';

// Mean, minimum and maximum of runs, and half the 95 % confidence interval of the mean by Student's t; null for one run.
function pooled(metric, members) {
  const values = members.map(at => metric.values[at]).filter(value => value !== null);
  if (values.length === 0) {
    return null;
  }
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const spread = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length - 1));
  return { n: values.length, mean, least: Math.min(...values), most: Math.max(...values),
    half: values.length < 2 ? null : data.sweep.t[values.length - 2] * spread / Math.sqrt(values.length) };
}

const bandOf = one => state.band === 'range' ? [one.least, one.most] : one.half === null ? [one.mean, one.mean] : [one.mean - one.half, one.mean + one.half];

// Runs by line, then by position on the axis.
function lines(points) {
  const all = new Map();
  points.forEach(at => {
    const name = lineName(at);
    const place = state.x === null ? at : valueOf(at, state.x);
    const line = all.get(name) || new Map();
    all.set(name, line);
    line.set(place, (line.get(place) || []).concat([at]));
  });
  return all;
}

// The quantity of numbers, by the unit of one of them.
function quantityOfText(text) {
  const unit = /[a-z\u00b5/]*$/i.exec(text)[0].toLowerCase();
  return /b\/s$|bps$/.test(unit) ? RATE : unit.endsWith('s') ? TIME : unit.endsWith('b') ? BYTES : PLAIN;
}

const LOG_FROM = 100; // ratio of numbers above which their axis is logarithmic

// The positions of points along x, and its axis: to scale if all values are numbers, otherwise one position per value.
function alongX() {
  const places = state.x === null ? data.sweep.values.map((_, at) => at) : valuesOf(state.x);
  const sizes = places.map(place => size(String(place)));
  if (state.x === null || places.length < 2 || !sizes.every(Number.isFinite)) {
    return { places, of: at => at, joined: false,
      axis: axis(state.x === null ? 'run' : state.x, { type: 'category', names: true, data: state.x === null ? places.map(at => runs[at]) : places }) };
  }
  const log = sizes[0] > 0 && sizes[sizes.length - 1] > LOG_FROM * sizes[0];
  const quantity = quantityOfText(places[0]);
  return { places, of: at => log ? Math.log10(sizes[at]) : sizes[at], joined: true,
    axis: (log ? logOf : axisOf)(state.x, quantity, log ? {} : { scale: true, minInterval: quantity === PLAIN && sizes.every(Number.isInteger) ? 1 : 0 }) };
}

// Bands of points with several seeds: an area along an axis to scale, otherwise a bar at each position.
function bandShapes(api, bands, joined, tone) {
  if (joined && bands.length > 1) {
    return { type: 'polygon', shape: { points: bands.map(band => api.coord([band[0], band[1]])).concat(bands.slice().reverse().map(band => api.coord([band[0], band[2]]))) },
      style: { fill: tone, opacity: 0.18 } };
  }
  return { type: 'group', children: bands.map(([at, low, high]) => {
    const [[x1, y1], [x2, y2]] = [api.coord([at, low]), api.coord([at, high])];
    return { type: 'line', shape: { x1, y1, x2, y2 }, style: { stroke: tone } };
  }) };
}

function metricOption(metric) {
  const x = alongX();
  const all = [...lines(chosenPoints()).entries()].slice(0, MOST_LINES);
  let most = 0;
  const series = all.flatMap(([name, line], number) => {
    const tone = color(number);
    const points = x.places.map((place, at) => [x.of(at), line.has(place) ? pooled(metric, line.get(place)) : null]).filter(([, one]) => one !== null);
    const bands = points.filter(([, one]) => one.n > 1).map(([at, one]) => [at, ...bandOf(one)]);
    bands.forEach(band => { most = Math.max(most, band[2]); });
    const drawn = lineOf(number);
    return [{ name, type: 'custom', color: tone, silent: true, clip: true, tooltip: { show: false }, data: bands.length > 0 ? [bands[0].slice(0, 2)] : [],
      renderItem: (_, api) => bandShapes(api, bands, x.joined, tone) },
    Object.assign(drawn, { name, type: 'line', symbol: symbol(number), symbolSize: x.joined ? 6 : 9,
      lineStyle: x.joined ? drawn.lineStyle : { width: 0 }, data: points.map(([at, one]) => [at, one.mean]) })];
  });
  return Object.assign(base(), { dataZoom: [], xAxis: x.axis,
    yAxis: axisOf(metric.title, quantityOf(metric), { min: 0, max: value => Math.max(value.max, most) }), series });
}

// Rows of the table, one per point: runs that differ only in pooled keys share a row.
function sweepRows() {
  const points = new Map();
  data.sweep.values.forEach((_, at) => {
    const key = JSON.stringify(axesOf().map(axisKey => valueOf(at, axisKey)));
    points.set(key, (points.get(key) || []).concat([at]));
  });
  return [...points.values()].map(members => ({ members, keys: axesOf().map(key => valueOf(members[0], key)),
    values: data.sweep.metrics.map(metric => pooled(metric, members)) }));
}

function sorted(rows) {
  if (state.sort === null) {
    return rows;
  }
  const keys = axesOf().length;
  const of = row => state.sort < keys ? row.keys[state.sort] : state.sort === keys ? row.members.length
    : row.values[state.sort - keys - 1] === null ? null : row.values[state.sort - keys - 1].mean;
  const order = (a, b) => typeof a === 'string' ? (Number.isFinite(size(a) - size(b)) ? size(a) - size(b) : a < b ? -1 : a > b ? 1 : 0) : a - b;
  return rows.slice().sort((one, other) => {
    const a = of(one);
    const b = of(other);
    return a === null || b === null ? (a === null) - (b === null) : state.falling ? order(b, a) : order(a, b);
  });
}

function fillTable(place, rows) {
  const shownRows = sorted(rows).slice(0, state.rows);
  const head = axesOf().concat(['runs'], data.sweep.metrics.map(metric => metric.title));
  const cell = (one, metric) => one === null ? '–' : wordsOf(metric)(one.mean) + (one.half === null ? '' : ' ± ' + wordsOf(metric)(one.half));
  const made = table(head, shownRows.map(row => row.keys.concat([count(row.members.length)], row.values.map((one, at) => cell(one, data.sweep.metrics[at])))),
    { caption: hasSeeds() ? 'Means over ' + pooledWords() + ', with half the 95 % interval by Student\'s t' : 'One run for each point' });
  made.querySelectorAll('thead th').forEach((th, at) => {
    const button = element('button', head[at] + (state.sort === at ? (state.falling ? ' ▼' : ' ▲') : ''), { type: 'button' });
    th.replaceChildren(button);
    th.setAttribute('aria-sort', state.sort !== at ? 'none' : state.falling ? 'descending' : 'ascending');
    button.addEventListener('click', () => {
      state.falling = state.sort === at && !state.falling;
      state.sort = at;
      fillTable(place, rows);
      place.querySelectorAll('thead button')[at].focus();
    });
  });
  place.replaceChildren(made);
  if (rows.length > shownRows.length) {
    const more = element('button', 'Show all ' + count(rows.length) + ' points', { type: 'button' });
    more.addEventListener('click', () => { state.rows = rows.length; fillTable(place, rows); });
    place.append(element('p', count(shownRows.length) + ' of ' + count(rows.length) + ' points are shown. ', { class: 'left' }), more);
  }
}

function chooser(box, name, values, chosenValue, change) {
  const label = element('label', name + ' ');
  const select = element('select', null, { name });
  values.forEach(([value, text]) => {
    const option = element('option', text, { value });
    option.selected = value === chosenValue;
    select.append(option);
  });
  select.addEventListener('change', () => change(select.value));
  label.append(select);
  box.append(label);
}

// Checkboxes for the values that have lines, for a key with more values than a chart has lines.
function lineTicks(box, again) {
  const key = state.color;
  const values = key === null ? [] : valuesOf(key);
  if (values.length <= MOST_LINES) {
    return;
  }
  const group = element('fieldset', null, { class: 'ticks' });
  group.append(element('legend', 'Lines, at most ' + MOST_LINES + ' of ' + count(values.length)));
  values.forEach((value, at) => {
    const label = element('label');
    const tick = element('input', null, { type: 'checkbox' });
    tick.checked = tickedValues(key).includes(value);
    tick.disabled = !tick.checked && tickedValues(key).length >= MOST_LINES;
    tick.addEventListener('change', () => {
      state.ticked.set(key, values.filter(other => other === value ? tick.checked : tickedValues(key).includes(other)));
      again();
      box.querySelectorAll('.ticks input')[at].focus();
    });
    label.append(tick, ' ' + worded(key, value));
    group.append(label);
  });
  box.append(group);
}

function fillChoosers(box, note) {
  const again = () => { fillChoosers(box, note); draw(); };
  box.replaceChildren();
  const keys = axesOf().map(key => [key, key]);
  if (keys.length > 0) {
    chooser(box, 'X axis', keys, state.x, value => {
      state.color = state.color === value ? state.x : state.color;
      state.x = value;
      again();
    });
  }
  if (keys.length > 1) {
    chooser(box, 'Lines by', keys.filter(([key]) => key !== state.x), state.color, value => { state.color = value; again(); });
  }
  others().forEach(key => chooser(box, key, [[EACH, 'one line each']].concat(valuesOf(key).map(value => [value, value])), fixedValue(key),
    value => { state.fixed.set(key, value); again(); }));
  if (hasSeeds()) {
    chooser(box, 'Bands', [['range', 'least to most of all ' + pooledWords()], ['t', '95 % interval of the mean']], state.band, value => { state.band = value; again(); });
  }
  lineTicks(box, again);
  const all = lines(matchingPoints()).size;
  const drawn = Math.min(MOST_LINES, lines(chosenPoints()).size);
  note.textContent = drawn < all ? count(drawn) + ' of ' + count(all) + ' lines are drawn; choose them above.' : '';
}

function sweep() {
  begin();
  const part = section('Runs by differing keys', hasSeeds()
    ? 'Each point is the mean over the runs that differ only in ' + pooledWords() + '; bands show their spread.'
    : 'Each point is a run.');
  const incomplete = data.runs.filter(run => run.state !== 'whole').length;
  if (incomplete > 0) {
    part.append(element('p', count(incomplete) + ' of these runs are incomplete: they were interrupted, failed, or have not ended.', { class: 'warn' }));
  }
  if (!data.beside) {
    part.append(element('p', 'With more than 8 runs, this page has only totals of runs. A report of up to 8 runs also has flows, queues and pauses.',
      { class: 'left' }));
  }
  const box = element('div', null, { class: 'axes' });
  const note = element('p', '', { class: 'left' });
  part.append(box, note);
  fillChoosers(box, note);
  const grid = element('div', null, { class: 'beside' });
  part.append(grid);
  data.sweep.metrics.forEach(metric => {
    const place = element('div');
    place.append(element('h3', metric.title[0].toUpperCase() + metric.title.slice(1)));
    grid.append(place);
    chart(place, metric.title, () => metricOption(metric), null, 'low');
  });
  const place = element('div');
  part.append(element('h3', 'All points'), place);
  fillTable(place, sweepRows());
}
