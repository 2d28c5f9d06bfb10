// Jobs: their collectives over time and by bus bandwidth, and what ranks waited for.

const jobName = row => byRun(row.run, row.job);

// Simultaneous collectives of a job have separate lanes: each takes the first lane that is free at its start.
function lanesOf(rows) {
  const ends = new Map();
  return rows.slice().sort((a, b) => a.start_ns - b.start_ns).map(row => {
    const job = jobName(row);
    const taken = ends.get(job) || [];
    ends.set(job, taken);
    let at = taken.findIndex(end => end <= row.start_ns);
    at = at < 0 ? taken.length : at;
    taken[at] = row.start_ns + row.duration_ns;
    return { row, lane: job + (at === 0 ? '' : ' (' + (at + 1) + ')') };
  });
}

function collectives() {
  const all = data.collectives.filter(row => row.duration_ns !== null);
  if (all.length === 0) {
    return;
  }
  const part = section('Collectives', 'Bus bandwidth as in NCCL\'s tests: bandwidth of a rank\'s link in one direction.');
  const rows = () => [...new Set(chosen(all).map(jobName))];
  chart(part, 'When each collective ran', () => {
    const placed = lanesOf(chosen(all));
    const lanes = rows().flatMap(job => [...new Set(placed.filter(one => jobName(one.row) === job).map(one => one.lane))]);
    return Object.assign(base(), { legend: null,
      tooltip: tipOfItem(one => { const row = one.data.row; return [[one.color, row.op + ' ' + row.number + ', ' + bytes(row.size_bytes) + ' over '
        + row.ranks + ' ranks: ' + exactly(row.duration_ns, TIME) + ', ' + exactly(row.busbw_bps, RATE)]]; }),
      xAxis: timeAxis(), yAxis: { type: 'category', inverse: true, data: lanes },
      series: [{ type: 'custom', encode: { x: [1, 2], y: 0 },
        renderItem: (_, api) => {
          const from = api.coord([api.value(1), api.value(0)]);
          const to = api.coord([api.value(2), api.value(0)]);
          const height = api.size([0, 1])[1] * 0.6;
          return { type: 'rect', shape: { x: from[0], y: from[1] - height / 2, width: Math.max(1, to[0] - from[0]), height },
            style: { fill: api.visual('color'), stroke: '#7f7f7f', lineWidth: 0.5, opacity: 0.75 } };
        },
        data: placed.map(({ row, lane }) => ({ row, value: [lanes.indexOf(lane), row.start_ns, row.start_ns + row.duration_ns],
          itemStyle: { color: color(rows().indexOf(jobName(row))) } })) }] });
  }, { head: ['Run', 'Job', 'Number', 'Operation', 'Algorithm', 'Ranks', 'Size', 'Start', 'Duration', 'algbw', 'busbw', 'Slowest rank'],
    rows: () => all.map(row => [row.run, row.job, count(row.number), row.op, row.algorithm, count(row.ranks), bytes(row.size_bytes), time(row.start_ns),
      time(row.duration_ns), rate(row.algbw_bps), rate(row.busbw_bps), count(row.slowest_rank)]) }, 'high');
  chart(part, 'Bus bandwidth of each collective', () => Object.assign(base(), {
    tooltip: tipOfItem(one => [[one.color, one.seriesName + ', number ' + one.value[0], exactly(one.value[1], RATE)]]),
    xAxis: axisOf('number of the collective in its job', PLAIN, { minInterval: 1 }),
    yAxis: axisOf('bus bandwidth', RATE, { min: 0 }),
    series: rows().map((job, at) => ({ name: job, type: 'scatter', symbolSize: 7, color: color(at), symbol: symbol(at),
      data: chosen(all).filter(row => jobName(row) === job).map(row => [row.number, row.busbw_bps]) })),
  }), { head: ['Run', 'Job', 'Number', 'busbw'], rows: () => all.map(row => [row.run, row.job, count(row.number), rate(row.busbw_bps)]) });
  leftOut(part, 'collectives', data.collectives, row => row.job + ' ' + row.number, 'collectives');
}

function jobs() {
  collectives();
  if (data.jobs.length === 0) {
    return;
  }
  const part = section('Jobs', 'Exposed: the time between start and end of a job in which a rank did not compute but waited for messages.');
  part.append(table(['Run', 'Job', 'Ranks', 'Ended at', 'Computed, mean', 'Exposed, mean', 'Exposed, most', 'Operations'], data.jobs.map(row =>
    [row.run, row.job, count(row.ranks), time(row.end_ns), time(row.compute_ns), time(row.exposed_ns), time(row.most_exposed_ns),
      count(row.done) + ' of ' + count(row.operations)]), { caption: 'Results of jobs', words: [1] }));
  leftOut(part, 'jobs', data.jobs, row => row.job, 'jobs');
  const ended = data.ranks.filter(row => row.exposed_ns !== null);
  if (ended.length === 0) {
    return;
  }
  rankTimes(part);
  const MOST_RANKS = 64;
  chart(part, 'Computation and waiting: the last ranks of each job to finish', () => {
    const of = chosen(ended).slice(0, MOST_RANKS);
    const names = of.map(row => jobName(row) + ', rank ' + row.rank);
    return Object.assign(base(), { patterns: true, dataZoom: [{ type: 'inside', yAxisIndex: 0 }],
      xAxis: axisOf('time', TIME), yAxis: { type: 'category', inverse: true, data: names },
      series: [['compute_ns', 'computed'], ['exposed_ns', 'exposed']].map(([key, name], at) => ({ name, type: 'bar', stack: 'all', color: color(at),
        data: of.map(row => row[key]) })) });
  }, { head: ['Run', 'Job', 'Rank', 'Host', 'Ended at', 'Computed', 'Exposed'], rows: () => ended.map(row => [row.run, row.job, count(row.rank),
    nodeName(row.host, row.run), time(row.end_ns), time(row.compute_ns), time(row.exposed_ns)]) }, 90 + 16 * Math.min(MOST_RANKS, ended.length));
  if (ended.length > MOST_RANKS) {
    part.append(element('p', count(MOST_RANKS) + ' of ' + count(ended.length) + ' ranks are drawn; the table of numbers has all.', { class: 'left' }));
  }
}

// Activity of ranks over time: one lane per rank, darker for a larger share of computation.
function rankTimes(part) {
  if (data.rankTimes.length === 0) {
    return;
  }
  const name = row => jobName(row) + ', rank ' + row.rank;
  chart(part, 'Computation and waiting over time: the last ranks of each job to finish', () => {
    const of = chosen(data.rankTimes);
    const lanes = [...new Set(of.map(name))];
    const jobsHere = [...new Set(of.map(jobName))];
    return Object.assign(base(), { legend: null, dataZoom: [{ type: 'inside', xAxisIndex: 0 }],
      tooltip: tipOfItem(one => [[one.color, name(one.data.row) + ': computed ' + share(one.data.row.computing) + ' of the time at '
        + exactly(one.data.row.t, TIME)]]),
      xAxis: timeAxis(), yAxis: { type: 'category', inverse: true, data: lanes },
      series: [{ type: 'custom', encode: { x: [1, 2], y: 0 },
        renderItem: (_, api) => {
          const from = api.coord([api.value(1), api.value(0)]);
          const to = api.coord([api.value(2), api.value(0)]);
          const height = api.size([0, 1])[1] * 0.8;
          return { type: 'rect', shape: { x: from[0], y: from[1] - height / 2, width: Math.max(1, to[0] - from[0]), height },
            style: { fill: api.visual('color'), opacity: 0.05 + 0.95 * api.value(3) } };
        },
        data: of.map(row => ({ row, value: [lanes.indexOf(name(row)), row.t, row.t + row.w, row.computing],
          itemStyle: { color: color(jobsHere.indexOf(jobName(row))) } })) }] });
  }, { head: ['Run', 'Job', 'Rank', 'From', 'Computed'], rows: () => data.rankTimes.map(row => [row.run, row.job, count(row.rank), time(row.t),
    share(row.computing)]) }, 90 + 16 * new Set(data.rankTimes.map(name)).size);
  part.append(element('p', 'Dark: computing; light: waiting for messages, or finished.', { class: 'left' }));
}

// Why jobs took as long as they did.
function criticalPaths() {
  data.jobExplanations.forEach(one => {
    const part = section('Critical path of job ' + one.job, one.title + '.');
    one.reasons.forEach(reason => part.append(element('p', reason)));
    chart(part, pathTitle(one), () => Object.assign(base(), {
      dataZoom: [{ type: 'inside', xAxisIndex: 0 }],
      tooltip: tipOfItem(item => [[item.color, stepInWords(item.data.step)]].concat(item.data.step.mostly ? [[null, item.data.step.mostly]] : [])),
      xAxis: timeAxis(), yAxis: axis('rank', { type: 'value', minInterval: 1, min: ({ min }) => min - 1, max: ({ max }) => max + 1,
        axisLabel: { formatter: rank => Number.isInteger(rank) && rank >= 0 ? count(rank) : '' } }),
      series: pathSeries(one.path, color),
    }), { head: one.longest.head, rows: () => one.longest.rows, words: [2, 3] });
    part.append(table(one.costs.head, one.costs.rows, { caption: 'Causes of the time of job ' + one.job, words: [2, 4, 5] }),
      table(one.pairs.head, one.pairs.rows, { caption: 'Pairs of ranks of job ' + one.job + ' with the longest waits', words: [1] }));
  });
}
