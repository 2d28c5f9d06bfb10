// Charts of this page, and their axes.
const isDark = () => matchMedia('(prefers-color-scheme: dark)').matches;

export const colors = () => isDark() ? ['#92ceff', '#ffa775', '#15a077'] : ['#006df0', '#d2430d', '#005b5f'];

/** A chart in an element. */
export const canvas = element => echarts.init(element, isDark() ? 'dark' : null, { renderer: 'svg' });

/** A quantity along an axis, in the unit that suits the largest of its values: its title, and values and ticks in that unit. */
export function measured(name, quantity, values) {
  const [unit, size] = unitOf(Math.max(...values), quantity);
  const span = Math.max(...values) / size - (quantity === TIME ? values[0] / size : 0);
  return { of: value => value / size, axis: { type: 'value', name: titled(name, unit),
    axisLabel: { hideOverlap: true, formatter: value => tick(value, 1, span || 1) } } };
}
