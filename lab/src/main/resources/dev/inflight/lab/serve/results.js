// Results from the ticked runs: a comparison, a report, and answers to SQL queries.
import { $, made, naming, post, postForFile, pressed, say, tableOf, warnings } from './ask.js';
import { tickedRuns } from './runs.js';

const FIRST_QUESTION = 'SELECT run, count(*) AS flows, quantile_disc(slowdown, 0.99) AS p99\nFROM flows GROUP BY run ORDER BY p99 DESC';
const KEPT_MILLISECONDS = 60_000;
const LEFT_OUT = ' rows are shown; Save as CSV writes up to 100,000 rows or 64 MB, and ./inflight query writes all rows.';

async function compare() {
  say('comparing ...');
  $('compared').textContent = await post('/api/compare?' + naming(tickedRuns()));
  $('comparison').hidden = false;
  $('t-comparison').focus();
  say('');
}

function report() {
  open('/api/report?' + naming(tickedRuns()), '_blank', 'noopener');
}

function openQuery() {
  const hidden = !$('asking').hidden;
  $('asking').hidden = hidden;
  $('ask').setAttribute('aria-expanded', String(!hidden));
  if (!hidden) {
    $('sql').value ||= FIRST_QUESTION;
    $('sql').focus();
  }
}

async function query() {
  $('answer').replaceChildren(made('p', 'running the query ...', { role: 'status' }));
  try {
    const { answer, warnings: found } = JSON.parse(await post('/api/query?' + naming(tickedRuns()), $('sql').value));
    const rows = answer.rows.length;
    const note = answer.more ? 'The first ' + rows.toLocaleString('en-US') + LEFT_OUT : rows === 1 ? '1 row' : rows.toLocaleString('en-US') + ' rows';
    $('answer').replaceChildren(...warnings(found), made('p', note, { role: 'status' }), tableOf(answer.columns, answer.rows, 'answer'));
  } catch (refused) {
    $('answer').replaceChildren(made('p', refused.message, { class: 'bad', role: 'alert' }));
  }
}

async function save() {
  const { content, more } = await postForFile('/api/query?' + naming(tickedRuns()) + '&format=csv', $('sql').value);
  const file = made('a', [], { href: URL.createObjectURL(content), download: 'answer.csv' });
  file.click();
  setTimeout(() => URL.revokeObjectURL(file.href), KEPT_MILLISECONDS); // a browser may read it after this
  say(more ? 'answer.csv has the first rows, at most 100,000 rows or 64 MB; ./inflight query RUN "SQL" --out FILE writes all rows' : 'answer.csv has all rows');
}

async function tables() {
  if ($('tables').open && tickedRuns().length) {
    $('table-list').textContent = 'reading ...';
    $('table-list').textContent = await post('/api/tables?' + naming(tickedRuns()));
  }
}

export function startResults() {
  $('compare').addEventListener('click', pressed(compare));
  $('report').addEventListener('click', report);
  $('ask').addEventListener('click', openQuery);
  $('run-query').addEventListener('click', pressed(query));
  $('save-query').addEventListener('click', pressed(save));
  $('tables').addEventListener('toggle', pressed(tables));
  $('sql').addEventListener('keydown', event => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      $('run-query').click();
    }
  });
}
