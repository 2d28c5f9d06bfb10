// The slowest flows of a run, and why one of them took as long as it did.
import { $, button, get, made, pathOf, post, pressed, say, tableOf, warnings } from './ask.js';

const LOOK_MILLISECONDS = 500;
let shown = null; // the run whose flows are shown
let isUnderWay = false; // an explanation, of which there is one at a time

/** Shows the slowest flows of a run. */
export async function openFlows(run) {
  shown = run;
  say('reading the flows of ' + run + ' ...');
  const { answer, warnings: found } = JSON.parse(await get('/api/runs/' + pathOf(run) + '/flows'));
  const cell = (text, column) => column === 0
    ? button(text, () => explain(run, text), { class: 'plain', 'aria-label': 'explain flow ' + text })
    : shortened(text);
  $('t-flows').textContent = 'Slowest flows of ' + run;
  $('slowest').replaceChildren(...warnings(found), answer.rows.length
    ? tableOf(answer.columns, answer.rows, 'slowest flows', cell)
    : made('p', 'No flow of this run has finished.'));
  $('flow').value = answer.rows[0]?.[0] ?? '';
  $('flows').hidden = false;
  allowExplaining();
  $('t-flows').focus();
  say('');
}

/** A number with as many digits as a table needs. */
const shortened = text => /^\d+\.\d{3,}$/.test(text) ? Number(text).toFixed(2) : text;

function allowExplaining() {
  $('explain').disabled = isUnderWay;
  $('slowest').querySelectorAll('button').forEach(one => { one.disabled = isUnderWay; });
}

async function explain(run, flow) {
  if (isUnderWay) {
    return;
  }
  isUnderWay = true;
  allowExplaining();
  $('explanation').hidden = false;
  $('t-explanation').textContent = 'Why flow ' + flow + ' of ' + run + ' took as long as it did';
  $('explained').replaceChildren();
  $('explaining').className = '';
  $('explaining').textContent = 'simulating the run again until the flow has finished ...';
  $('stop-explaining').hidden = false;
  $('t-explanation').focus();
  const looking = setInterval(() => look().catch(() => {}), LOOK_MILLISECONDS); // the explanation's own request reports what fails
  try {
    show(JSON.parse(await post('/api/explain?run=' + encodeURIComponent(run) + '&flow=' + encodeURIComponent(flow))));
    $('explaining').textContent = '';
  } catch (refused) {
    $('explaining').className = 'bad';
    $('explaining').textContent = refused.message;
  } finally {
    clearInterval(looking);
    $('stop-explaining').hidden = true;
    isUnderWay = false;
    allowExplaining();
  }
}

async function look() {
  const now = JSON.parse(await get('/api/explain'));
  if (now.run && !$('stop-explaining').hidden) {
    $('explaining').textContent = 'simulating the run again: ' + now.simulatedUs.toFixed(0) + ' us so far';
  }
}

function show(found) {
  $('explained').replaceChildren(...warnings(found.warnings),
    ...(found.live ? [made('p', 'This run was live. What follows is its scenario simulated.')] : []),
    made('p', found.title, { class: 'title' }), ...found.reasons.map(reason => made('p', reason)),
    made('h3', 'What its time went to'), tableOf(found.costs.columns, found.costs.rows, 'what its time went to'),
    made('h3', 'The ports of its path'), tableOf(found.hops.columns, found.hops.rows, 'the ports of its path'));
}

export function startExplain() {
  $('explain').addEventListener('click', pressed(() => explain(shown, $('flow').value.trim())));
  $('flow').addEventListener('keydown', event => {
    if (event.key === 'Enter') {
      $('explain').click();
    }
  });
  $('stop-explaining').addEventListener('click', pressed(() => post('/api/stop-explaining')));
}
