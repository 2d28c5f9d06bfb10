// Quantities in the units of data: in words of three digits for tables, exactly for what is pointed at, and along axes in one unit each.

// The units of a quantity, each with how many of the data's units it holds.
const inThousands = units => units.map((unit, at) => [unit, 1000 ** at]);
const BYTES = inThousands(['B', 'KB', 'MB', 'GB', 'TB']);
const TIME = inThousands(['ns', 'us', 'ms', 's']);
const RATE = inThousands(['b/s', 'kb/s', 'Mb/s', 'Gb/s', 'Tb/s']);
const SHARE = [['%', 0.01]];
const PERCENT = [['%', 1]];
const PLAIN = [['', 1]];

const withUnit = (number, unit) => unit === '' ? number : number + ' ' + unit;
const grouped = (number, decimals) => number.toLocaleString('en-US', { maximumFractionDigits: Math.min(20, Math.max(0, decimals)) });

// The largest unit of which a value holds at least one, else the smallest: of axes, and of values with all their digits.
const unitOf = (value, quantity) => quantity.findLast(([, size]) => Math.abs(value) >= size) || quantity[0];

// A value in a unit of so many, as Humanize has it: divided last, so that half a digit of a whole number is rounded up.
function decimal(value, decimals, unit) {
  const scaled = Math.round(Math.abs(value) * 10 ** decimals / unit);
  return (value < 0 && scaled > 0 ? '-' : '') + (scaled / 10 ** decimals).toFixed(decimals);
}
// Three digits that count, as Humanize has them.
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

// All digits that a value has; ten at most, beyond which are the traces of binary fractions.
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

// The tick of a value on an axis that shows so much from one end to the other. An end of the axis that is no round number, as after zooming,
// has none: it would have to be a long one.
function tick(value, size, span) {
  const finest = 10 ** (Math.floor(Math.log10(span / size)) - 1);
  const steps = value / size / finest;
  return Math.abs(steps - Math.round(steps)) > 1e-4 ? '' : grouped(value / size, 1 - Math.floor(Math.log10(span / size)));
}

// The number of the form 1, 2 or 5 times a power of ten that is next below a value, or above it.
function round125(value, up) {
  const power = 10 ** Math.floor(Math.log10(value));
  const all = [1, 2, 5, 10].map(digit => digit * power);
  const near = 1e-9 * value;
  return up ? all.find(one => one >= value - near) : all.findLast(one => one <= value + near);
}

// Ticks of a logarithmic axis between two values: [value, has a label]. As many of them have a label as fit, by the function fits of a list of them.
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
  const few = minor.length < 3; // less than from 2 to 4: there such an axis is nearly even
  const labels = few ? even : choices.find(fits) || [];
  const labeled = new Set(labels);
  return [...labels.map(value => [value, true]), ...(few ? [] : minor.filter(value => !labeled.has(value)).map(value => [value, false]))];
}
