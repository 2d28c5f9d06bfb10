// The slowest flows of a run and its jobs, and why one of them took as long as it did.
import { $, button, get, made, pathOf, post, pressed, say, tableOf, warnings } from './ask.js';
import { canvas, colors, measured } from './axes.js';

const LOOK_MILLISECONDS = 500;
let shown = null; // the run of the shown flows
let isUnderWay = false; // true during an explanation; only one runs at a time
let chart = null;

/** Shows the slowest flows of a run, and its jobs. */
export async function openFlows(run) {
  shown = run;
  say('reading the flows of ' + run + ' ...');
  const { answer, warnings: found } = JSON.parse(await get('/api/runs/' + pathOf(run) + '/flows'));
  const { answer: jobs } = JSON.parse(await get('/api/runs/' + pathOf(run) + '/jobs'));
  const explaining = what => (text, column) => column === 0
    ? button(text, () => explain(run, what, text), { class: 'plain', 'aria-label': 'explain ' + what + ' ' + text })
    : shortened(text);
  $('t-flows').textContent = 'Slowest flows of ' + run;
  $('slowest').replaceChildren(...warnings(found), answer.rows.length
    ? tableOf(answer.columns, answer.rows, 'slowest flows', explaining('flow'))
    : made('p', 'No flow of this run has finished.'));
  $('jobs').replaceChildren(...(jobs.rows.length
    ? [made('h3', 'Jobs of ' + run), tableOf(jobs.columns, jobs.rows, 'jobs', explaining('job'))]
    : []));
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
  $('flows').querySelectorAll('#slowest button, #jobs button').forEach(one => { one.disabled = isUnderWay; });
}

async function explain(run, what, name) {
  if (isUnderWay) {
    return;
  }
  isUnderWay = true;
  allowExplaining();
  $('explanation').hidden = false;
  $('t-explanation').textContent = 'Completion time of ' + what + ' ' + name + ' of ' + run;
  $('explained').replaceChildren();
  $('steps').replaceChildren();
  $('path').hidden = true;
  $('explaining').className = '';
  $('explaining').textContent = 'simulating the run again until the ' + what + ' has finished ...';
  $('stop-explaining').hidden = false;
  $('t-explanation').focus();
  const looking = setInterval(() => look().catch(() => {}), LOOK_MILLISECONDS); // the explanation's own request reports errors
  try {
    show(JSON.parse(await post('/api/explain?run=' + encodeURIComponent(run) + '&' + what + '=' + encodeURIComponent(name))));
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
    ...(found.live ? [made('p', 'This run was live; the explanation is from a simulation of its scenario.')] : []),
    made('p', found.title, { class: 'title' }), ...found.reasons.map(reason => made('p', reason)),
    made('h3', 'Time by cause'), tableOf(found.costs.columns, found.costs.rows, 'time by cause'),
    ...(found.hops ? [made('h3', 'Ports on its path'), tableOf(found.hops.columns, found.hops.rows, 'ports on its path')] : []),
    ...(found.pairs ? [made('h3', 'Pairs of ranks with the longest waits'), tableOf(found.pairs.columns, found.pairs.rows, 'ranks that waited')] : []));
  if (found.path?.length) {
    $('steps').replaceChildren(made('h3', 'The longest steps'), tableOf(found.longest.columns, found.longest.rows, 'the longest steps'));
    drawPath(found);
  }
}

// The library treats the text of tooltips as markup, so it receives an element with plain text.
const tipOfItem = inWords => ({ trigger: 'item', confine: true, formatter: one => made('span', inWords(one.data.step)) });

/** The critical path of a job. */
function drawPath(found) {
  $('path').hidden = false;
  $('path').setAttribute('aria-label', pathTitle(found));
  chart ??= canvas($('path'));
  chart.resize();
  const when = measured('time', TIME, [found.path[0].from_ns, ...found.path.map(step => step.to_ns)]);
  const steps = found.path.map(step => ({ ...step, from_ns: when.of(step.from_ns), to_ns: when.of(step.to_ns), inWords: stepInWords(step) }));
  chart.setOption({
    backgroundColor: 'transparent', animation: false, aria: { enabled: true }, legend: { bottom: 0 },
    tooltip: tipOfItem(step => step.inWords),
    title: { text: pathTitle(found), textStyle: { fontSize: 14 } }, grid: { left: 16, right: 24, top: 56, bottom: 58, containLabel: true },
    xAxis: { ...when.axis, min: 'dataMin', nameLocation: 'middle', nameGap: 26 },
    yAxis: { type: 'value', name: 'rank', minInterval: 1, min: 'dataMin', max: 'dataMax' },
    series: pathSeries(steps, at => colors()[at]),
  }, true);
}

export function startExplain() {
  $('explain').addEventListener('click', pressed(() => explain(shown, 'flow', $('flow').value.trim())));
  $('flow').addEventListener('keydown', event => {
    if (event.key === 'Enter') {
      $('explain').click();
    }
  });
  $('stop-explaining').addEventListener('click', pressed(() => post('/api/stop-explaining')));
}
