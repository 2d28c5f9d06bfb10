// Requests to the server, and small parts of pages. The page shows data of runs as text, never as markup.
export const $ = id => document.getElementById(id);

const CHANGES = { 'X-Inflight': 'page' };

/** Shows a sentence, as an error if it is one. */
export function say(text, bad = false) {
  $('said').textContent = text;
  $('said').className = bad ? 'bad' : '';
}

async function answered(answer) {
  const text = await answer.text();
  if (!answer.ok) {
    throw new Error(text.trim());
  }
  return text;
}

/** The text of an address. */
export const get = async path => answered(await fetch(path));

/** Response of the server to a posted text. */
export const post = async (path, body = '') => answered(await fetch(path, { method: 'POST', headers: CHANGES, body }));

/** The same as a file, and whether rows were left out of it. */
export async function postForFile(path, body) {
  const answer = await fetch(path, { method: 'POST', headers: CHANGES, body });
  if (!answer.ok) {
    throw new Error((await answer.text()).trim());
  }
  return { content: await answer.blob(), more: answer.headers.get('X-Inflight-More') === 'true' };
}

/** The path of a run, or of a point of a sweep: SWEEP/0001. */
export const pathOf = name => name.split('/').map(encodeURIComponent).join('/');

/** Parameters that name runs. */
export const naming = names => names.map(name => 'run=' + encodeURIComponent(name)).join('&');

/** An element with a text or other elements in it. */
export function made(tag, content, more = {}) {
  const element = document.createElement(tag);
  const parts = Array.isArray(content) ? content : content === undefined || content === null ? [] : [content];
  element.append(...parts.map(part => part instanceof Node ? part : String(part)));
  for (const [name, value] of Object.entries(more)) {
    element.setAttribute(name, value);
  }
  return element;
}

export const link = (text, href) => made('a', text, { href });

/** A button; what goes wrong behind it is shown. */
export function button(text, press, more = {}) {
  const element = made('button', text, { type: 'button', ...more });
  element.addEventListener('click', pressed(press));
  return element;
}

/** A function for an event, with its failure shown. */
export const pressed = press => async event => {
  try {
    await press(event);
  } catch (refused) {
    say(refused.message, true);
  }
};

/** A long name, which may go on in the next line behind a mark and nowhere else. */
export const broken = name => name.split(/(?<=[-_.=+/])/).flatMap((part, at) => at === 0 ? [part] : [made('wbr'), part]);

const NUMBER = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i;

/** A table of texts, numbers to the right; cell makes the content of a cell. */
export function tableOf(columns, rows, name, cell = text => text) {
  const isNumber = columns.map((_, at) => rows.some(row => row[at] !== null) && rows.every(row => row[at] === null || NUMBER.test(row[at])));
  const head = made('tr', columns.map((column, at) => made('th', column, { scope: 'col', ...(isNumber[at] && { class: 'number' }) })));
  const body = rows.map(row => made('tr', row.map((value, at) => made('td', cell(value ?? '', at, row), isNumber[at] ? { class: 'number' } : {}))));
  return made('div', made('table', [made('thead', head), made('tbody', body)]),
    { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': name });
}

/** Warnings about the folders of runs. */
export const warnings = texts => texts.map(text => made('p', 'warning: ' + text, { class: 'bad' }));
