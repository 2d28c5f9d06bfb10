// A run that the page has started, and its progress.
import { $, get, pathOf, post, pressed, say } from './ask.js';
import { list } from './runs.js';
import { canvas, colors, measured } from './axes.js';

let stream = null;
let chart = null;

function draw(points) {
  chart ??= canvas($('chart'));
  const when = measured('simulated time', TIME, points.map(one => one.sampleUs * 1000));
  const queue = measured('queues', BYTES, points.map(one => one.waitingBytes));
  const rates = measured('throughput', RATE, points.map(one => one.throughputBitsPerSec));
  const line = (name, type, side, value) => ({ name, type: 'line', showSymbol: false, lineStyle: { type }, yAxisIndex: side === rates ? 1 : 0,
    data: points.map(one => [when.of(one.sampleUs * 1000), side.of(value(one))]) });
  chart.setOption({
    backgroundColor: 'transparent', animation: false, aria: { enabled: true }, legend: { bottom: 0 }, tooltip: { trigger: 'axis', renderMode: 'richText' }, // drawn, not markup
    color: colors(),
    grid: { left: 16, right: 24, top: 36, bottom: 58, containLabel: true },
    xAxis: { ...when.axis, min: 'dataMin', nameLocation: 'middle', nameGap: 26 },
    yAxis: [{ ...queue.axis, nameTextStyle: { align: 'left', padding: [0, 0, 0, -30] } }, { ...rates.axis, nameTextStyle: { align: 'right' } }],
    series: [line('all queues', 'solid', queue, one => one.waitingBytes), line('longest queue', 'dashed', queue, one => one.longestBytes),
      line('throughput', 'dotted', rates, one => one.throughputBitsPerSec)],
  });
}

function watch(name) {
  stream?.close();
  let points = [];
  $('watch').hidden = false;
  chart?.clear();
  $('how').textContent = '';
  $('done').value = 0;
  $('t-watch').textContent = 'Live: ' + name;
  $('stop').disabled = false;
  $('stop').onclick = pressed(() => post('/api/runs/' + pathOf(name) + '/stop'));
  stream = new EventSource('/api/runs/' + pathOf(name) + '/live');
  stream.onmessage = event => {
    const now = JSON.parse(event.data);
    const share = now.flows ? now.flowsFinished / now.flows : 0;
    $('done').value = now.points ? (now.pointsDone + (now.pointsDone < now.points ? share : 0)) / now.points : share;
    if (now.flows) {
      $('how').textContent = (now.points ? now.pointsDone + ' of ' + now.points + ' points; current point: ' : '')
        + now.flowsFinished + ' of ' + now.flows + ' flows, ' + now.simulatedUs.toFixed(0) + ' us simulated, '
        + (now.packetHops / 1e6).toFixed(1) + ' M packet-hops, mean slowdown ' + now.meanSlowdown.toFixed(2) + ', ' + now.pauses + ' pauses, '
        + now.lost + ' packets lost';
    }
    if (now.sampleUs !== undefined && points.at(-1)?.sampleUs !== now.sampleUs) {
      points = points.length && points.at(-1).sampleUs > now.sampleUs ? [now] : [...points, now]; // the next point of a sweep restarts at 0
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
  addEventListener('resize', () => chart?.resize());
  $('new').addEventListener('click', pressed(openForm));
  $('start').addEventListener('click', pressed(start));
}
