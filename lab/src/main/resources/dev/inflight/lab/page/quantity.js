// Quantities in the units of data: with three digits for tables, exact for tooltips, and in one unit along an axis.

// The units of a quantity, each with its size in the data's unit.
const inThousands = units => units.map((unit, at) => [unit, 1000 ** at]);
const BYTES = inThousands(['B', 'KB', 'MB', 'GB', 'TB']);
const TIME = inThousands(['ns', 'us', 'ms', 's']);
const RATE = inThousands(['b/s', 'kb/s', 'Mb/s', 'Gb/s', 'Tb/s']);
const SHARE = [['%', 0.01]];
const PERCENT = [['%', 1]];
const PLAIN = [['', 1]];

const withUnit = (number, unit) => unit === '' ? number : number + ' ' + unit;
const grouped = (number, decimals) => number.toLocaleString('en-US', { maximumFractionDigits: Math.min(20, Math.max(0, decimals)) });

// The largest unit up to the value, otherwise the smallest unit: for axes, and for exact values.
const unitOf = (value, quantity) => quantity.findLast(([, size]) => Math.abs(value) >= size) || quantity[0];

// A value in a unit, as in Humanize: the division comes last, so that half a digit of a whole number is rounded up.
function decimal(value, decimals, unit) {
  const scaled = Math.round(Math.abs(value) * 10 ** decimals / unit);
  return (value < 0 && scaled > 0 ? '-' : '') + (scaled / 10 ** decimals).toFixed(decimals);
}
// Three significant digits, as in Humanize.
const decimals = value => Math.abs(value) < 9.995 ? 2 : Math.abs(value) < 99.95 ? 1 : 0;
const digits = (value, unit = 1) => decimal(value, decimals(value / unit), unit);
function inWords(value, quantity) {
  if (value === null || value === undefined) {
    return '–';
  }
  const at = quantity.findIndex(([, size], place) => Math.abs(value / size) < 999.5 || place === quantity.length - 1);
  const [unit, size] = quantity[at];
  const whole = value === 0 || quantity === BYTES || quantity === RATE;
  return withUnit(at === 0 && whole ? decimal(value, 0, 1) : digits(value, size), unit);
}
const bytes = value => inWords(value, BYTES);
const time = value => inWords(value, TIME);
const rate = value => inWords(value, RATE);
const share = value => inWords(value, SHARE);
const count = value => value === null || value === undefined ? '–' : value.toLocaleString('en-US');
const ratio = value => value === null || value === undefined ? '–' : value.toFixed(2);

// All digits of a value; at most ten, because further ones result from binary fractions.
function exactly(value, quantity) {
  if (!Number.isFinite(value)) {
    return '–';
  }
  const [unit, size] = unitOf(value, quantity);
  const number = Number((value / size).toPrecision(10));
  return withUnit(grouped(number, 10), unit);
}

// Axes

// Title of an axis, with its unit, once.
const titled = (name, unit) => unit === '' ? name : name + ' (' + unit + ')';

// The label of a tick on an axis of a given span. An end of the axis that is not a round number, as after zooming, has no label,
// because it would be long.
function tick(value, size, span) {
  const finest = 10 ** (Math.floor(Math.log10(span / size)) - 1);
  const steps = value / size / finest;
  return Math.abs(steps - Math.round(steps)) > 1e-4 ? '' : grouped(value / size, 1 - Math.floor(Math.log10(span / size)));
}

// The nearest number of the form 1, 2 or 5 times a power of ten below a value, or above it.
function round125(value, up) {
  const power = 10 ** Math.floor(Math.log10(value));
  const all = [1, 2, 5, 10].map(digit => digit * power);
  const near = 1e-9 * value;
  return up ? all.find(one => one >= value - near) : all.findLast(one => one <= value + near);
}

// Ticks of a logarithmic axis between two values: [value, has a label]. As many have a label as fits() permits.
function logTicks(from, to, fits) {
  const within = digitsOf => {
    const found = [];
    for (let power = Math.floor(Math.log10(from)); power <= Math.log10(to) + 1e-9; power++) {
      found.push(...digitsOf(power).map(digit => digit * 10 ** power));
    }
    return found.filter(value => value >= from * (1 - 1e-9) && value <= to * (1 + 1e-9));
  };
  const step = round125((to - from) / 5, true);
  const even = Array.from({ length: 8 }, (_, at) => (Math.ceil(from / step) + at) * step).filter(value => value <= to * (1 + 1e-9));
  const minor = within(() => [1, 2, 3, 4, 5, 6, 7, 8, 9]);
  const choices = [minor, within(() => [1, 2, 5]), within(() => [1]), ...[2, 3, 6].map(every => within(power => power % every === 0 ? [1] : []))];
  const few = minor.length < 3; // less than the range from 2 to 4, where a logarithmic axis is almost linear
  const labels = few ? even : choices.find(fits) || [];
  const labeled = new Set(labels);
  return [...labels.map(value => [value, true]), ...(few ? [] : minor.filter(value => !labeled.has(value)).map(value => [value, false]))];
}
