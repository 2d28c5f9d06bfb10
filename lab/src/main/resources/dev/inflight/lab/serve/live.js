// A run that is started here, and what it does while it runs.
import { $, get, pathOf, post, pressed, say } from './ask.js';
import { list } from './runs.js';

let stream = null;
let chart = null;

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
  let points = [];
  $('watch').hidden = false;
  $('t-watch').textContent = 'Live: ' + name;
  $('stop').disabled = false;
  $('stop').onclick = pressed(() => post('/api/runs/' + pathOf(name) + '/stop'));
  stream = new EventSource('/api/runs/' + pathOf(name) + '/live');
  stream.onmessage = event => {
    const now = JSON.parse(event.data);
    const share = now.flows ? now.flowsFinished / now.flows : 0;
    $('done').value = now.points ? (now.pointsDone + (now.pointsDone < now.points ? share : 0)) / now.points : share;
    if (now.flows) {
      $('how').textContent = (now.points ? now.pointsDone + ' of ' + now.points + ' points; this one: ' : '')
        + now.flowsFinished + ' of ' + now.flows + ' flows, ' + now.simulatedUs.toFixed(0) + ' us simulated, '
        + (now.packetHops / 1e6).toFixed(1) + ' M packet-hops, mean slowdown ' + now.meanSlowdown.toFixed(2) + ', ' + now.pauses + ' pauses, '
        + now.lost + ' packets lost';
    }
    if (now.sampleUs !== undefined && points.at(-1)?.sampleUs !== now.sampleUs) {
      points = points.length && points.at(-1).sampleUs > now.sampleUs ? [now] : [...points, now]; // the next point of a sweep begins anew
      draw(points);
    }
    if (now.state === 'done' || now.state === 'failed') {
      say(now.name + ': ' + now.sentence, now.state === 'failed');
      $('stop').disabled = true;
    }
  };
  stream.addEventListener('end', () => {
    stream.close();
    list().catch(refused => say(refused.message, true));
  });
}

async function openForm() {
  const hidden = !$('begin').hidden;
  $('begin').hidden = hidden;
  $('new').setAttribute('aria-expanded', String(!hidden));
  if (!hidden && !$('scenario').value) {
    $('scenario').value = await get('/api/template');
    $('name').value = 'run-' + new Date().toISOString().slice(0, 19).replace(/[^0-9]/g, '');
    $('name').focus();
  }
}

async function start() {
  const name = $('name').value;
  await post('/api/runs?name=' + encodeURIComponent(name), $('scenario').value);
  say(name + ' has started');
  watch(name);
  await list();
}

export function startLive() {
  $('new').addEventListener('click', pressed(openForm));
  $('start').addEventListener('click', pressed(start));
}
