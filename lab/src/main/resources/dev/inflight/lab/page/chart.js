// Charts: their colors on either background, the layout of their parts, their tooltips, and their export.
const charts = [];

// Each color has a contrast of 4.5 or more with its background, and the eight of lines are distinct to the color-blind.
// The heat of a cable: up to 30 %, up to 60 %, up to 90 %, above.
const LIGHT = { back: '#ffffff', text: '#1c2430', soft: '#566274', line: '#8b95a3', grid: '#e1e6ec', minor: '#f0f3f6', card: '#f5f7fa',
  colors: ['#006df0', '#d2430d', '#005b5f', '#a33aa6', '#863b00', '#090e61', '#4c2638', '#7c736e'],
  heat: ['#6b7685', '#006df0', '#a06a00', '#d2430d'], host: '#006df0', device: '#566274' };
const DARK = { back: '#14181f', text: '#e6eaf0', soft: '#a7b1bf', line: '#6b7685', grid: '#2b333e', minor: '#1f252e', card: '#1d232c',
  colors: ['#92ceff', '#ffa775', '#15a077', '#e062cc', '#e6de03', '#00a0fe', '#ffffd3', '#ad9817'],
  heat: ['#7d8896', '#00a0fe', '#e6de03', '#ff8a5c'], host: '#92ceff', device: '#a7b1bf' };
const DASHES = ['solid', 'dashed', 'dotted', [10, 3, 2, 3]];
const SYMBOLS = ['circle', 'rect', 'triangle', 'diamond'];

const isDark = () => document.documentElement.dataset.theme === 'dark';
let printing = false;
let look = LIGHT; // of the chart in progress

// The color of the n-th line, and the dashes and symbol that distinguish it from other lines of the same color.
const color = at => look.colors[at % look.colors.length];
const dash = at => DASHES[Math.floor(at / look.colors.length) % DASHES.length];
const symbol = at => SYMBOLS[Math.floor(at / look.colors.length) % SYMBOLS.length];

const lineOf = at => ({ color: color(at), lineStyle: { type: dash(at), width: 1.8 } });

function themeOf({ back, text, soft, line, grid, minor, card, colors }) {
  const side = { axisLine: { lineStyle: { color: line } }, axisTick: { lineStyle: { color: line } }, axisLabel: { color: soft },
    nameTextStyle: { color: text }, splitLine: { lineStyle: { color: grid } } };
  const tooltip = { backgroundColor: card, borderColor: line, textStyle: { color: text } };
  return { color: colors, textStyle: { fontFamily: 'system-ui, sans-serif' }, valueAxis: side, categoryAxis: side, title: { textStyle: { color: text } },
    legend: { textStyle: { color: text }, pageTextStyle: { color: text }, pageIconColor: text, pageIconInactiveColor: line, inactiveColor: soft },
    tooltip, dataZoom: { borderColor: line, textStyle: { color: text }, handleStyle: { color: back, borderColor: soft }, moveHandleStyle: { color: grid },
      brushStyle: { color: minor } } };
}

// A chart, drawn again for each theme, width and choice of runs, with its numbers in a table below it.
// The charts of a group share their zoom and pointer.
function chart(into, label, option, numbers, size, group) {
  const place = element('div', null, { class: 'chart', role: 'img', 'aria-label': label });
  into.append(place);
  const one = { place, option, label, group, size, selected: {} };
  const tools = element('div', null, { class: 'under' });
  one.reset = element('button', 'Reset zoom', { type: 'button', hidden: '', 'aria-label': 'Reset zoom: ' + label });
  one.reset.addEventListener('click', () => one.drawn.dispatchAction({ type: 'dataZoom', start: 0, end: 100 }));
  const saving = element('button', 'Save as SVG', { type: 'button', 'aria-label': 'Save as SVG: ' + label });
  saving.addEventListener('click', () => save(one));
  if (numbers) {
    const more = element('details', null, { class: 'data' });
    more.append(element('summary', 'The numbers'));
    more.addEventListener('toggle', () => {
      if (more.open && more.children.length === 1) {
        more.append(table(numbers.head, numbers.rows(), { caption: label, words: numbers.words }));
      }
    });
    tools.append(more);
  }
  tools.append(one.reset, saving);
  into.append(tools);
  charts.push(one);
}

// The library keeps series in objects by name: a series called __proto__ would change the prototype of all objects. A character
// without width makes it a different name.
Object.seal(Object.prototype);
const ownName = name => name in Object.prototype ? name + '\u2060' : name;

// Layout of the parts of a chart

const GAP = 10;
const LINE = 14; // height of a line of a legend
const MARK = 32; // width of the line or box before a name in it
const MOST_HIGH = 150; // a higher legend has pages
const PICKED = 12; // lines shown at first; the reader picks others
const brush = document.createElement('canvas').getContext('2d');
function widthOf(text, bold) {
  brush.font = (bold ? 'bold ' : '') + '12px system-ui, sans-serif';
  return brush.measureText(text).width;
}

// Breaks a text into lines of at most a width, after spaces, or within a word that is too long for a line.
function broken(text, most) {
  const lines = [''];
  text.split(/(?<= )/).flatMap(word => widthOf(word) > most ? [...word] : [word]).forEach(part => {
    if (lines.at(-1) !== '' && widthOf(lines.at(-1) + part.trimEnd()) > most) {
      lines.push('');
    }
    lines.push(lines.pop() + part);
  });
  return lines;
}

// The height of a legend of names in a given width, as the library places them.
function legendHeight(names, room) {
  let height = 0;
  let at = 0;
  let high = 0;
  names.forEach(name => {
    const lines = broken(name, room - MARK);
    const wide = MARK + Math.max(...lines.map(line => widthOf(line)));
    if (at > 0 && at + wide > room) {
      height += high + GAP;
      at = 0;
      high = 0;
    }
    at += wide + GAP;
    high = Math.max(high, LINE * lines.length + (lines.length > 1 ? GAP : 0));
  });
  return height + high;
}

// The smallest and the largest value along an axis; of stacked values, their sums.
function extent(option, side) {
  const sums = new Map();
  let low = Infinity;
  let high = -Infinity;
  const other = option[(side === 'x' ? 'y' : 'x') + 'Axis'];
  option.series.forEach(series => series.data.forEach((item, at) => {
    const value = item !== null && typeof item === 'object' && !Array.isArray(item) ? item.value : item;
    const where = series.encode ? series.encode[side] : side === 'x' ? 0 : 1;
    const numbers = Array.isArray(value) ? [].concat(where).map(one => value[one]) : other.type === 'category' ? [value] : [];
    numbers.filter(Number.isFinite).forEach(number => {
      let end = number;
      if (series.stack && (side === 'y') !== Boolean(option.yAxis.type === 'category')) {
        end += sums.get(at) || 0;
        sums.set(at, end);
      }
      low = Math.min(low, end);
      high = Math.max(high, end);
    });
  }));
  return low <= high ? [low, high] : [0, 1];
}

// Gives an axis of a quantity its unit, its title and its ticks; drawn() returns the chart once it exists.
function measure(option, side, drawn) {
  const own = option[side + 'Axis'];
  if (!own || !own.of) {
    return;
  }
  const { name, quantity, log, note } = own.of;
  const [low, high] = extent(option, side);
  const nameIn = unit => titled(name, unit) + (note ? '; ' + note : '');
  let [unit, size] = log ? unitOf(10 ** ((low + high) / 2), quantity) : unitOf(Math.max(Math.abs(low), Math.abs(high)), quantity);
  own.name = nameIn(unit);
  if (log) {
    own.min = Math.log10(round125(10 ** low, false));
    own.max = Math.max(Math.log10(round125(10 ** high, true)), own.min + Math.log10(2));
    Object.assign(own, { axisLabel: { show: false }, splitLine: { show: false }, axisTick: { show: false } });
    option.series.push(rulings(option, side, size));
    return;
  }
  const ends = () => drawn().getModel().getComponent(side + 'Axis').axis.scale.getExtent();
  own.axisLabel = Object.assign({ formatter: value => tick(value, size, ends()[1] - ends()[0]), hideOverlap: true }, own.axisLabel);
  own.of.renamed = () => { // after zooming: its new title, if it now has another unit
    const before = unit;
    [unit, size] = unitOf(Math.max(...ends().map(Math.abs)), quantity);
    return unit === before ? null : nameIn(unit);
  };
}

// Grid lines and ticks of a logarithmic axis; the library places them only at powers of ten.
function rulings(option, side, size) {
  const along = side === 'x' ? 0 : 1;
  const first = option.series.flatMap(series => series.data)[0];
  const text = value => grouped(value / size, 12);
  const { grid, minor, soft } = look;
  return { type: 'custom', silent: true, tooltip: { show: false }, z: 0, data: first === undefined ? [] : [first], encode: { x: 0, y: 1 },
    renderItem: (params, api) => {
      const area = params.coordSys;
      const at = power => api.coord(along === 0 ? [power, api.value(1)] : [api.value(0), power])[along];
      const [zero, one] = [at(0), at(1)];
      const ends = (along === 0 ? [area.x, area.x + area.width] : [area.y + area.height, area.y]).map(pixel => (pixel - zero) / (one - zero));
      const pixel = value => zero + Math.log10(value) * (one - zero);
      const half = value => along === 0 ? widthOf(text(value)) / 2 + 5 : 10;
      const fits = values => values.length > 0 && values.every((value, n) => n === 0
        || Math.abs(pixel(value) - pixel(values[n - 1])) >= half(value) + half(values[n - 1]));
      const marks = logTicks(10 ** ends[0], 10 ** ends[1], fits).flatMap(([value, labeled]) => {
        const where = pixel(value);
        const line = along === 0 ? { x1: where, y1: area.y, x2: where, y2: area.y + area.height } : { x1: area.x, y1: where, x2: area.x + area.width, y2: where };
        const ruling = { type: 'line', shape: line, style: { stroke: labeled ? grid : minor, lineWidth: 1 } };
        return labeled ? [ruling, { type: 'text', style: along === 0
          ? { text: text(value), x: where, y: area.y + area.height + 8, align: 'center', verticalAlign: 'top', fill: soft, fontSize: 12 }
          : { text: text(value), x: area.x - 8, y: where, align: 'right', verticalAlign: 'middle', fill: soft, fontSize: 12 } }] : [ruling];
      });
      return { type: 'group', children: marks };
    } };
}

// Places the legend in rows below all other parts, and returns their height.
function placeLegend(option, one, width, still) {
  const names = option.legend === null ? [] : [...new Set(option.series.filter(series => series.name !== undefined).map(series => series.name))];
  if (names.length === 0) {
    option.legend = { show: false };
    return 10;
  }
  const { all } = option; // parts that add up to a sum are all shown
  delete option.all;
  const picks = names.length > PICKED && !all;
  (picks ? names.slice(PICKED) : []).filter(name => one.selected[name] === undefined).forEach(name => { one.selected[name] = false; });
  const listed = still ? names.filter(name => one.selected[name] !== false) : names;
  const room = width - 2 * GAP - (picks && !still ? 110 : 0);
  const high = legendHeight(listed, room);
  const turned = !still && !all && high > MOST_HIGH;
  option.legend = { type: turned ? 'scroll' : 'plain', bottom: 4, left: 'center', width: turned ? room - 60 : room, padding: 0, animation: false,
    itemGap: GAP, itemWidth: 25, itemHeight: 12, data: listed, selected: one.selected, textStyle: { fontSize: 12, lineHeight: LINE },
    formatter: name => broken(name, room - MARK).join('\n'),
    selector: picks && !still ? [{ type: 'all', title: 'All' }, { type: 'inverse', title: 'Others' }] : false, selectorPosition: 'start' };
  return (turned ? Math.max(...listed.map(name => broken(name, room - MARK).length)) * LINE : high) + 16;
}

// Places the sliders above the legend, and returns their height.
function placeZooms(option, one, bottom, still) {
  if (!option.dataZoom) {
    return 0;
  }
  const finger = matchMedia('(pointer: coarse)').matches; // a finger that moves in a chart scrolls the page
  option.dataZoom = option.dataZoom.filter(zoom => still ? zoom.type !== 'slider' : zoom.type === 'slider' || !finger);
  const show = valueOnX(option);
  option.dataZoom.forEach(zoom => Object.assign(zoom, one.zoom, option.xAxis.of && option.xAxis.of.log ? { filterMode: 'none' } : {},
    zoom.type === 'slider' ? { bottom, height: 18, labelFormatter: show } : {}));
  return option.dataZoom.some(zoom => zoom.type === 'slider') ? 26 : 0;
}

// Cuts long names in the middle to a width in pixels, at the place where most of them stay different.
function cutNames(names, most) {
  const cut = (name, share) => {
    const of = kept => name.slice(0, Math.round(share * kept)) + '…' + name.slice(name.length - kept + Math.round(share * kept));
    let kept = name.length;
    while (kept > 1 && widthOf(of(kept)) > most) {
      kept--;
    }
    return widthOf(name) <= most ? name : of(kept);
  };
  const ways = [0.5, 0.3, 0, 1].map(share => names.map(name => cut(name, share)));
  const best = ways.reduce((one, other) => new Set(other).size > new Set(one).size ? other : one);
  return new Map(names.map((name, at) => [name, best[at]]));
}

// Labels of names below an axis of a given width. No name follows from its neighbors, so each has a label, which is cut or
// rotated if the labels do not fit next to each other.
function placeNames(axis, width) {
  const apart = width / axis.data.length;
  const widest = Math.max(...axis.data.map(widthOf)) + 6;
  axis.axisLabel = { interval: 0, width: apart - 8, overflow: 'truncate' };
  if (widest > apart && apart < 80) {
    const most = Math.min(120, widest);
    axis.axisLabel = { interval: Math.ceil(14 / apart) - 1, rotate: 60, width: most, overflow: 'truncate' };
    axis.nameGap = 0.87 * most + 12;
  }
  const short = cutNames(axis.data, axis.axisLabel.width - 2);
  axis.axisLabel.formatter = name => short.get(name);
}

// Places titles above their parts, also the title of the vertical axis, so that none covers a tick; returns the legend's height.
function arrange(option, one, [width, height], still, drawn) {
  const legend = placeLegend(option, one, width, still);
  let below = legend;
  below += placeZooms(option, one, below, still);
  option.title = [].concat(option.title || []);
  if (!option.xAxis) {
    return legend;
  }
  measure(option, 'x', drawn);
  measure(option, 'y', drawn);
  let above = option.title.length > 0 ? 34 : 10;
  if (option.yAxis.name) {
    option.title.push({ text: option.yAxis.name, left: 4, top: above - 6, padding: 0, textStyle: { fontSize: 12, fontWeight: 'normal', color: look.text } });
    above += 20;
    delete option.yAxis.name;
  }
  if (option.xAxis.name) {
    Object.assign(option.xAxis, { nameLocation: 'middle', nameGap: 28 });
    below += 18;
  }
  if (option.xAxis.names) {
    placeNames(option.xAxis, width - 60);
  }
  option.grid = { left: 10, right: 30, top: above, bottom: below + 4, containLabel: true };
  if (option.yAxis.type === 'category') { // names may be long: they are broken into lines, and the library would reserve room for whole names
    const most = Math.min(190, 0.42 * width);
    const apart = (height - above - below) / option.yAxis.data.length;
    const short = apart < 28 ? cutNames(option.yAxis.data, most - 2) : new Map();
    option.yAxis.axisLabel = { width: most, overflow: apart < 28 ? 'truncate' : 'break', lineHeight: 13, interval: 0, formatter: name => short.get(name) || name };
    Object.assign(option.grid, { left: Math.max(30, ...option.yAxis.data.map(name => Math.min(most, widthOf(name) + 2))) + 14, bottom: below + 22, containLabel: false });
  }
  if (option.xAxis.of && option.xAxis.of.log) {
    option.grid.bottom += 20;
  }
  if (option.yAxis.of && option.yAxis.of.log) {
    option.grid.left += 36;
  }
  return legend;
}

// The complete options of a chart for a given width. On paper and in files a chart has no tools, and its whole legend.
function composed(one, width, still, drawn) {
  const narrow = width < 600;
  const height = typeof one.size === 'number' ? one.size : one.size === 'high' ? 560 : one.size === 'low' || narrow ? 320 : 400;
  const option = one.option({ width, height });
  option.series.forEach(series => { if (series.name !== undefined) { series.name = ownName(series.name); } });
  const legend = arrange(option, one, [width, height], still, drawn);
  if (option.xAxis) {
    option.tooltip = option.tooltip || tipOfAxis(option);
  }
  option.backgroundColor = still === 'file' ? look.back : 'transparent';
  option.animation = false;
  option.stateAnimation = { duration: 0 }; // a moving chart cannot be saved
  option.aria = { enabled: true, label: { enabled: still !== 'file', description: one.label }, decal: { show: Boolean(option.patterns) } };
  delete option.patterns;
  return { option, height: height + Math.max(0, legend - LINE - 16) };
}

const PAPER_WIDTH = 680; // of an A4 sheet between its margins

function drawOne(one) {
  const width = printing ? Math.min(PAPER_WIDTH, one.place.clientWidth) : one.place.clientWidth;
  if (one.drawn) {
    one.drawn.dispose();
  }
  const { option, height } = composed(one, width, printing ? 'print' : '', () => one.drawn);
  one.place.style.height = height + 'px';
  one.drawn = echarts.init(one.place, themeOf(look), { renderer: 'svg', width, height });
  ['legendselectchanged', 'legendselected', 'legendunselected', 'legendselectall', 'legendinverseselect'].forEach(type =>
    one.drawn.on(type, event => { one.selected = event.selected; }));
  one.drawn.on('datazoom', () => {
    const { start, end } = one.drawn.getOption().dataZoom[0];
    one.zoom = { start, end };
    one.reset.hidden = start === 0 && end === 100;
    rename(one.drawn, option);
  });
  one.drawn.setOption(option);
  if (one.group) {
    one.drawn.group = one.group;
    echarts.connect(one.group);
  }
}

function rename(drawn, { xAxis, yAxis, title }) {
  const [along, up] = [xAxis, yAxis].map(side => side.of && side.of.renamed ? side.of.renamed() : null);
  if (along !== null || up !== null) {
    drawn.setOption({ xAxis: along === null ? {} : { name: along }, title: title.map((one, at) => up !== null && at === title.length - 1 ? { text: up } : {}) });
  }
}

function draw() {
  look = isDark() ? DARK : LIGHT;
  look.heat.forEach((tone, at) => document.documentElement.style.setProperty('--heat-' + at, tone));
  charts.forEach(drawOne);
}

// Saved charts are light and as wide as a page; their file names contain the runs and the chart's title.
const SAVED_WIDTH = 900;
const LONGEST_NAME = 100;
const ofWhat = () => data.sweep ? [sweepTitle()] : (data.runs || []).map(run => run.run);
const fileName = label => [...ofWhat(), label].join('-').normalize('NFKD').replace(/[^A-Za-z0-9.]+/g, '-').replace(/^[-.]+|[-.]+$/g, '').slice(-LONGEST_NAME);

function saved(one) {
  look = LIGHT;
  try {
    let made = null;
    const { option, height } = composed(one, SAVED_WIDTH, 'file', () => made);
    made = echarts.init(null, themeOf(look), { renderer: 'svg', ssr: true, width: SAVED_WIDTH, height });
    made.setOption(option);
    const text = made.renderToSVGString();
    made.dispose();
    return text;
  } finally {
    look = isDark() ? DARK : LIGHT;
  }
}

function save(one) {
  const link = element('a', null, { href: URL.createObjectURL(new Blob([saved(one)], { type: 'image/svg+xml' })), download: fileName(one.label) + '.svg' });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

// A tooltip of lines with a color, a text and a value. The library treats the text of tooltips as markup, so it receives elements
// with plain text.
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

// The tooltip of one item.
const tipOfItem = lines => ({ trigger: 'item', confine: true, formatter: one => tip(lines(one)) });

// A value along an axis, with all of its digits.
const valueOn = side => value => side.type === 'category' ? side.data[value] : side.of ? exactly(side.of.log ? 10 ** value : value, side.of.quantity) : digits(value);
const valueOnX = option => option.xAxis ? valueOn(option.xAxis) : digits;

const TIP_LINES = 16;

// The tooltip of all series at a position of the axis; horizontal bars have their values along x.
function tipOfAxis(option) {
  const lying = option.yAxis.type === 'category';
  const [place, values] = lying ? [option.yAxis, option.xAxis] : [option.xAxis, option.yAxis];
  const [head, show] = [valueOn(place), valueOn(values)];
  return { trigger: 'axis', confine: true, axisPointer: { type: lying ? 'shadow' : 'line', animation: false },
    formatter: all => {
      const lines = all.map(one => [one.color, one.seriesName, show(Array.isArray(one.value) ? one.value[one.encode[lying ? 'x' : 'y'][0]] : one.value)]);
      const more = lines.length - TIP_LINES;
      return tip([[null, place.type === 'category' ? all[0].axisValueLabel : head(all[0].axisValue)], ...lines.slice(0, TIP_LINES),
        ...(more > 0 ? [[null, 'and ' + count(more) + ' more']] : [])]);
    } };
}

// Axes

// An axis of categories, or without a unit.
const axis = (name, extra) => Object.assign({ name }, extra);
// An axis of a quantity; its unit suits the drawn values. A note explains the axis to the reader.
const axisOf = (name, quantity, extra, note) => Object.assign({ type: 'value', of: { name, quantity, note } }, extra);
// An axis with logarithms to base 10 as values: the library's has ticks only at powers of ten, and a linear slider.
const logOf = (name, quantity, extra) => Object.assign({ type: 'value', of: { name, quantity, log: true } }, extra);
const timeAxis = extra => axisOf('time', TIME, Object.assign({ min: value => value.min > 0.3 * value.max ? undefined : Math.min(0, value.min), scale: true }, extra));

const base = () => ({ legend: {}, dataZoom: [{ type: 'inside' }, { type: 'slider' }] });
