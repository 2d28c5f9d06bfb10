const data = JSON.parse(document.getElementById('data').textContent);
const content = document.getElementById('content');
const charts = [];
// Okabe and Ito's colours, which those who are colour-blind can tell apart; with dashes where lines are of several runs.
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#8c564b', '#7f7f7f'];
const DASHES = ['solid', 'dashed', 'dotted'];

// Words and numbers

const trimmed = text => text.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');
const digits = value => trimmed(Math.abs(value) >= 100 ? value.toFixed(0) : Math.abs(value) >= 10 ? value.toFixed(1) : value.toFixed(2));
function scaled(value, units) {
  if (value === null || value === undefined) {
    return '–';
  }
  let at = 0;
  let number = value;
  while (Math.abs(number) >= 1000 && at < units.length - 1) {
    number /= 1000;
    at++;
  }
  return digits(number) + ' ' + units[at];
}
const bytes = value => scaled(value, ['B', 'KB', 'MB', 'GB', 'TB']);
const time = value => scaled(value, ['ns', 'us', 'ms', 's']);
const rate = value => scaled(value, ['b/s', 'Kb/s', 'Mb/s', 'Gb/s', 'Tb/s']);
const count = value => value === null ? '–' : value.toLocaleString('en-US');
const share = value => value === null ? '–' : digits(100 * value) + ' %';
const ratio = value => value === null ? '–' : value.toFixed(2);
function element(name, text, attributes) {
  const made = document.createElement(name);
  if (text !== undefined && text !== null) {
    made.textContent = text;
  }
  Object.entries(attributes || {}).forEach(([key, value]) => made.setAttribute(key, value));
  return made;
}

// Sections, charts and tables

function section(title, why) {
  const made = element('section');
  const id = 's-' + title.toLowerCase().replace(/[^a-z]+/g, '-');
  made.append(element('h2', title, { id }));
  made.setAttribute('aria-labelledby', id);
  if (why) {
    made.append(element('p', why, { class: 'why' }));
  }
  content.append(made);
  return made;
}

function table(head, rows, options) {
  const box = element('div', null, { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': (options && options.caption) || head.join(', ') });
  const made = element('table');
  if (options && options.caption) {
    made.append(element('caption', options.caption));
  }
  const words = new Set((options && options.words) || []);
  const top = element('tr');
  head.forEach((cell, at) => top.append(element('th', cell, Object.assign({ scope: 'col' }, words.has(at) ? { class: 'words' } : {}))));
  const thead = element('thead');
  thead.append(top);
  const body = element('tbody');
  rows.forEach(row => {
    const line = element('tr');
    row.forEach((cell, at) => line.append(at === 0 ? element('th', cell, { scope: 'row' })
      : element('td', cell, words.has(at) ? { class: 'words' } : String(cell).length > 40 ? { class: 'wide' } : {})));
    body.append(line);
  });
  made.append(thead, body);
  box.append(made);
  return box;
}

// A chart, drawn again for each theme and choice of runs; its numbers stand in a table below it.
// Those of a group are zoomed and pointed at together.
function chart(into, label, option, numbers, size, group) {
  const place = element('div', null, { class: 'chart' + (size ? ' ' + size : ''), role: 'img', 'aria-label': label });
  into.append(place);
  if (numbers) {
    const more = element('details', null, { class: 'data' });
    more.append(element('summary', 'The numbers'));
    more.addEventListener('toggle', () => {
      if (more.open && more.children.length === 1) {
        more.append(table(numbers.head, numbers.rows(), { caption: label, words: numbers.words }));
      }
    });
    into.append(more);
  }
  charts.push({ place, option, label, group });
}

// The library keeps series in objects by name: for one called __proto__ it would change what all objects inherit. A mark that has no
// width makes it another name.
Object.seal(Object.prototype);
const ownName = name => name in Object.prototype ? name + '\u2060' : name;

const isDark = () => document.documentElement.dataset.theme === 'dark';

function draw() {
  charts.forEach(one => {
    if (one.drawn) {
      one.drawn.dispose();
    }
    one.drawn = echarts.init(one.place, isDark() ? 'dark' : null, { renderer: 'svg' });
    const option = one.option();
    option.series.forEach(series => { if (series.name !== undefined) { series.name = ownName(series.name); } });
    option.backgroundColor = 'transparent';
    option.animation = false;
    option.stateAnimation = { duration: 0 }; // a chart that moves cannot be saved
    option.aria = { enabled: true, label: { description: one.label }, decal: { show: Boolean(option.patterns) } };
    delete option.patterns;
    one.drawn.setOption(option);
    if (one.group) {
      one.drawn.group = one.group;
      echarts.connect(one.group);
    }
  });
}

// What a chart shows of what is pointed at: lines of a color, a text, and its value. The library takes text there as markup, so it
// receives elements, whose text is never markup.
function tip(lines) {
  const box = element('div', null, { class: 'tip' });
  lines.forEach(([color, text, value]) => {
    const line = element('div');
    if (color) {
      const dot = element('span', null, { class: 'dot' });
      dot.style.backgroundColor = color;
      line.append(dot);
    }
    line.append(element('span', text));
    if (value !== undefined) {
      line.append(element('strong', value));
    }
    box.append(line);
  });
  return box;
}

const shownValue = (show, value) => Number.isFinite(value) ? show(value) : '–';

// The tooltip of one thing at a time.
const tipOfItem = lines => ({ trigger: 'item', confine: true, formatter: one => tip(lines(one)) });

// The tooltip of all series at a place of the axis; bars that lie have their values along x.
const tipOfAxis = (show, lying) => ({ trigger: 'axis', confine: true, axisPointer: { type: lying ? 'shadow' : 'line', animation: false },
  formatter: all => tip([[null, all[0].axisValueLabel]].concat(all.map(one =>
    [one.color, one.seriesName, shownValue(show, Array.isArray(one.value) ? one.value[one.encode[lying ? 'x' : 'y'][0]] : one.value)]))) });

const axis = (name, extra) => Object.assign({ name, nameLocation: 'middle', nameGap: 30 }, extra);
const base = () => ({
  tooltip: tipOfAxis(digits),
  legend: { type: 'scroll', top: 0, animation: false },
  grid: { left: 70, right: 30, top: 44, bottom: 76 },
  toolbox: { right: 6, top: 0, feature: { saveAsImage: { type: 'svg', title: 'Save as SVG' }, dataZoom: { yAxisIndex: 'none' }, restore: {} } },
  dataZoom: [{ type: 'inside' }, { type: 'slider', bottom: 8, height: 22 }],
});

// The page

function setTheme(dark) {
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  document.getElementById('theme').setAttribute('aria-pressed', String(dark));
  draw();
}

// Who calls this has filled the page, and says what it is called.
function show(title, heading) {
  document.title = 'Inflight: ' + title;
  document.getElementById('title').textContent = heading;
  document.getElementById('foot').textContent = 'Made by Inflight ' + data.version + '. Charts: Apache ECharts 5.5.0, Apache License 2.0. This file asks nothing of any network.';
  document.getElementById('theme').addEventListener('click', () => setTheme(!isDark()));
  document.getElementById('print').addEventListener('click', () => window.print());
  let before = false;
  window.addEventListener('beforeprint', () => { before = isDark(); if (before) { setTheme(false); } });
  window.addEventListener('afterprint', () => { if (before) { setTheme(true); } });
  window.addEventListener('resize', () => charts.forEach(one => one.drawn && one.drawn.resize()));
  setTheme(window.matchMedia('(prefers-color-scheme: dark)').matches);
}
