// The table of runs: which rows, in which order, with which columns.
import { $, made } from './ask.js';

const STORE = 'inflight.columns';

/** Storage of this browser for the page; null without any. */
function kept() {
  try {
    return globalThis.localStorage;
  } catch (refused) {
    console.info('this browser cannot store the choice of columns: ' + refused.message);
    return null;
  }
}

/** The keys that were chosen before, those that are known; null when none were. */
function remembered(known) {
  const text = kept()?.getItem(STORE);
  const keys = text === null || text === undefined ? [] : text.split(',').filter(key => known.includes(key));
  return keys.length ? keys : null;
}

/**
 * A table that is sorted and filtered, with columns to choose.
 * columns: key, title, value(row) to sort and filter by, show(row) for the cell, isNumber, isChosen at first, isFixed.
 */
export class RunTable {
  #columns;
  #chosen;
  #sort;
  #descending;
  #rows = [];
  #children;

  /** children(row) are rows directly below it, in any order of the table. */
  constructor(columns, sort, children) {
    this.#columns = columns;
    this.#children = children;
    this.#sort = sort;
    this.#descending = true;
    this.#chosen = new Set(remembered(columns.map(one => one.key)) ?? columns.filter(one => one.isChosen).map(one => one.key));
    columns.filter(one => one.isFixed).forEach(one => this.#chosen.add(one.key));
    $('choices').replaceChildren(...columns.filter(one => !one.isFixed).map(one => this.#choice(one)));
    $('sort').replaceChildren(...columns.filter(one => one.value).map(one => made('option', one.title, { value: one.key })));
    $('sort').addEventListener('change', () => this.#sortBy($('sort').value, this.#descending));
    $('turn').addEventListener('click', () => this.#sortBy(this.#sort, !this.#descending));
    $('filter').addEventListener('input', () => this.draw());
  }

  #choice(column) {
    const box = made('input', [], { type: 'checkbox' });
    box.checked = this.#chosen.has(column.key);
    box.addEventListener('change', () => {
      this.#chosen[box.checked ? 'add' : 'delete'](column.key);
      kept()?.setItem(STORE, [...this.#chosen].join(','));
      this.draw();
    });
    return made('label', [box, ' ' + column.title]);
  }

  #sortBy(key, descending) {
    this.#sort = key;
    this.#descending = descending;
    this.draw();
    document.querySelector(`#head [data-key="${key}"] button`)?.focus({ preventScroll: true });
  }

  set rows(rows) {
    this.#rows = rows;
    this.draw();
  }

  #ordered() {
    const words = $('filter').value.toLowerCase().split(/\s+/).filter(word => word);
    const by = this.#columns.find(one => one.key === this.#sort);
    const sign = this.#descending ? -1 : 1;
    const text = row => this.#columns.filter(one => one.value).map(one => one.value(row) ?? '').join(' ').toLowerCase();
    const matches = row => words.every(word => text(row).includes(word));
    const compare = (one, other) => {
      const [a, b] = [by.value(one), by.value(other)];
      const [noA, noB] = [a === undefined || a === null || a === '', b === undefined || b === null || b === ''];
      if (noA || noB) {
        return noA - noB; // rows without a value are last in both orders
      }
      return sign * (typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), 'en', { numeric: true }));
    };
    return this.#rows.filter(row => matches(row) || this.#children(row).some(matches)).sort(compare)
      .flatMap(row => [row, ...this.#children(row).filter(child => !words.length || matches(child) || matches(row)).sort(compare)]);
  }

  draw() {
    const columns = this.#columns.filter(one => this.#chosen.has(one.key));
    $('sort').value = this.#sort;
    $('turn').textContent = this.#descending ? 'Descending' : 'Ascending';
    $('head').replaceChildren(...columns.map(one => this.#heading(one)));
    const rows = this.#ordered();
    const had = document.activeElement?.closest?.('#runs [data-name]');
    const focus = had && [had.dataset.name, document.activeElement.dataset.act];
    $('runs').replaceChildren(...rows.map(row => {
      const cells = columns.map(one => made('td', one.show ? one.show(row) : one.value(row),
        { role: 'cell', 'data-label': one.title, 'data-key': one.key, ...(one.isNumber && { class: 'number' }) }));
      return made('tr', cells, { role: 'row', 'data-name': row.name, ...(row.parent && { class: 'point' }) });
    }));
    if (focus) {
      [...$('runs').children].find(row => row.dataset.name === focus[0])?.querySelector(`[data-act="${focus[1]}"]`)?.focus({ preventScroll: true });
    }
    $('count').textContent = $('filter').value ? rows.length + ' shown' : '';
  }

  #heading(column) {
    const sorted = column.key === this.#sort;
    const more = { role: 'columnheader', scope: 'col', 'data-key': column.key, ...(column.isNumber && { class: 'number' }) };
    if (!column.value) {
      return made('th', column.title, more);
    }
    const press = made('button', [column.title, made('span', sorted ? (this.#descending ? ' ▼' : ' ▲') : '', { 'aria-hidden': 'true' })],
      { type: 'button', class: 'plain' });
    press.addEventListener('click', () => this.#sortBy(column.key, sorted ? !this.#descending : Boolean(column.isNumber)));
    return made('th', press, { ...more, 'aria-sort': sorted ? (this.#descending ? 'descending' : 'ascending') : 'none' });
  }
}
