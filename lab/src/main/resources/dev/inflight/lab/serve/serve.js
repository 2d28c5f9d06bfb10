// The page of ./inflight serve. All that comes from runs is set as text, never as markup.
'use strict';
const $ = id => document.getElementById(id);
let stream = null;
let chart = null;

function say(text, bad) {
  $('said').textContent = text;
  $('said').className = bad ? 'bad' : '';
}

async function ask(path, options) {
  const answer = await fetch(path, options);
  const text = await answer.text();
  if (!answer.ok) {
    throw new Error(text.trim());
  }
  return text;
}

function cell(row, content) {
  const made = document.createElement('td');
  if (content instanceof Node) {
    made.append(content);
  } else {
    made.textContent = content ?? '';
  }
  row.append(made);
}

function link(text, href) {
  const made = document.createElement('a');
  made.textContent = text;
  made.href = href;
  return made;
}

async function list() {
  const runs = JSON.parse(await ask('/api/runs'));
  const rows = runs.map(run => {
    const row = document.createElement('tr');
    cell(row, run.name);
    cell(row, run.sentence ? run.state + ': ' + run.sentence : run.state);
    cell(row, run.scheme);
    cell(row, run.flows === undefined ? '' : run.flowsFinished + ' of ' + run.flows);
    cell(row, run.slowdownP99 ? run.slowdownP99.toFixed(2) : '');
    const open = document.createElement('span');
    open.append(link('report', '/api/runs/' + encodeURIComponent(run.name) + '/report'), ' ',
      link('scenario', '/files/' + encodeURIComponent(run.name) + '/scenario.yaml'), ' ',
      link('summary', '/files/' + encodeURIComponent(run.name) + '/summary.json'));
    cell(row, open);
    return row;
  });
  $('runs').replaceChildren(...rows);
}

function draw(points) {
  chart ??= echarts.init($('chart'), matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : null, { renderer: 'svg' });
  chart.setOption({
    backgroundColor: 'transparent', animation: false, aria: { enabled: true }, legend: {}, tooltip: { trigger: 'axis', renderMode: 'richText' }, // drawn, not markup
    grid: { left: 70, right: 70 },
    xAxis: { type: 'value', name: 'us', min: 'dataMin' },
    yAxis: [{ type: 'value', name: 'KB' }, { type: 'value', name: 'Gb/s' }],
    series: [
      { name: 'all queues', type: 'line', showSymbol: false, data: points.map(one => [one.sampleUs, one.waitingBytes / 1000]) },
      { name: 'longest queue', type: 'line', showSymbol: false, lineStyle: { type: 'dashed' },
        data: points.map(one => [one.sampleUs, one.longestBytes / 1000]) },
      { name: 'throughput', type: 'line', showSymbol: false, yAxisIndex: 1, lineStyle: { type: 'dotted' },
        data: points.map(one => [one.sampleUs, one.throughputBitsPerSec / 1e9]) },
    ],
  });
}

function watch(name) {
  stream?.close();
  const points = [];
  $('watch').hidden = false;
  $('t-watch').textContent = 'Live: ' + name;
  $('stop').onclick = () => ask('/api/runs/' + encodeURIComponent(name) + '/stop', { method: 'POST', headers: { 'X-Inflight': 'page' } });
  stream = new EventSource('/api/runs/' + encodeURIComponent(name) + '/live');
  stream.onmessage = event => {
    const now = JSON.parse(event.data);
    if (now.flows) {
      $('done').value = now.flowsFinished / now.flows;
      $('how').textContent = now.flowsFinished + ' of ' + now.flows + ' flows, ' + now.simulatedUs.toFixed(0) + ' us simulated, '
        + (now.packetHops / 1e6).toFixed(1) + ' M packet-hops, mean slowdown ' + now.meanSlowdown.toFixed(2) + ', ' + now.pauses + ' pauses, '
        + now.lost + ' packets lost';
    }
    if (now.sampleUs !== undefined && points.at(-1)?.sampleUs !== now.sampleUs) {
      points.push(now);
      draw(points);
    }
    if (now.state === 'done' || now.state === 'failed') {
      say(now.name + ': ' + now.sentence, now.state === 'failed');
    }
  };
  stream.addEventListener('end', () => {
    stream.close();
    list();
  });
}

$('new').onclick = async () => {
  const hidden = !$('begin').hidden;
  $('begin').hidden = hidden;
  $('new').setAttribute('aria-expanded', String(!hidden));
  if (!hidden && !$('scenario').value) {
    $('scenario').value = await ask('/api/template');
    $('name').value = 'run-' + new Date().toISOString().slice(0, 19).replace(/[^0-9]/g, '');
    $('name').focus();
  }
};

$('start').onclick = async () => {
  const name = $('name').value;
  try {
    await ask('/api/runs?name=' + encodeURIComponent(name), { method: 'POST', headers: { 'X-Inflight': 'page' }, body: $('scenario').value });
    say(name + ' has been begun');
    watch(name);
  } catch (refused) {
    say(refused.message, true);
  }
};

list().catch(refused => say(refused.message, true));
