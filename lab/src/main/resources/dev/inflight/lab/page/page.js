const data = JSON.parse(document.getElementById('data').textContent);
const content = document.getElementById('content');

function element(name, text, attributes) {
  const made = document.createElement(name);
  if (text !== undefined && text !== null) {
    made.textContent = text;
  }
  Object.entries(attributes || {}).forEach(([key, value]) => made.setAttribute(key, value));
  return made;
}

// Sections and tables

function section(title, why) {
  const made = element('section');
  const plain = 's-' + title.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  let id = plain;
  for (let number = 2; document.getElementById(id); number++) {
    id = plain + '-' + number;
  }
  made.append(element('h2', title, { id }));
  made.setAttribute('aria-labelledby', id);
  if (why) {
    made.append(element('p', why, { class: 'why' }));
  }
  content.append(made);
  return made;
}

const FEW = 4; // columns that a phone has room for

function table(head, rows, options) {
  const box = element('div', null, { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': (options && options.caption) || head.join(', ') });
  const made = element('table', null, head.length <= FEW ? { class: 'few' } : {});
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

// The page

function setTheme(dark) {
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  document.getElementById('theme').setAttribute('aria-pressed', String(dark));
  draw();
}

// Paper is light, narrower than most screens, and has nothing to press.
let darkOnScreen = false;
function setPrinting(now) {
  if (printing !== now) {
    darkOnScreen = now ? isDark() : darkOnScreen;
    printing = now;
    setTheme(!now && darkOnScreen);
  }
}

// Called when the page is filled, with its title.
function show(title, heading) {
  document.title = 'Inflight: ' + title;
  document.getElementById('title').textContent = heading;
  document.getElementById('foot').textContent = 'Made by Inflight ' + data.version + '. Charts: Apache ECharts 5.5.0, Apache License 2.0. This file works offline.';
  document.getElementById('theme').addEventListener('click', () => setTheme(!isDark()));
  document.getElementById('print').addEventListener('click', () => window.print());
  window.addEventListener('beforeprint', () => setPrinting(true));
  window.addEventListener('afterprint', () => setPrinting(false));
  window.matchMedia('print').addEventListener('change', event => setPrinting(event.matches));
  let width = window.innerWidth;
  window.addEventListener('resize', () => {
    if (width !== window.innerWidth && !printing) { // a phone that hides its address bar changes only the height
      width = window.innerWidth;
      draw();
    }
  });
  setTheme(window.matchMedia('(prefers-color-scheme: dark)').matches);
}
