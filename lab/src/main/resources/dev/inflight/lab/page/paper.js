// The paper's claims, the measured values, and the figures.

const panels = panel => ({ head: ['Line', panel.x.title, panel.y.title], rows: () => panel.lines.flatMap(line => {
  const step = Math.ceil(line.points.length / 100);
  return line.points.filter((_, at) => at % step === 0).map(point => [line.name, digits(point[0]), digits(point[1])]);
}) });

function drawn(panel) {
  const ends = side => ({ min: side.from, max: side.to });
  const option = Object.assign(base(), {
    title: { text: panel.title, left: 'center', top: 0, textStyle: { fontSize: 13 } },
    xAxis: axisOf(panel.x.title, PLAIN, ends(panel.x)), yAxis: axisOf(panel.y.title, PLAIN, ends(panel.y)),
    series: panel.lines.map((line, at) => Object.assign(lineOf(at), { name: line.name, type: 'line', showSymbol: false, z: panel.lines.length - at + 2,
      data: line.points })),
  });
  if (panel.marks.length > 0) {
    option.series[0].markLine = { silent: true, symbol: 'none', lineStyle: { type: 'dashed', color: look.soft },
      label: { position: 'insideEndTop', color: look.text, formatter: one => one.name },
      data: panel.marks.map(mark => Object.assign({ name: mark.name }, mark.vertical ? { xAxis: mark.at } : { yAxis: mark.at })) };
  }
  return option;
}

data.figures.forEach(figure => {
  const part = section(figure.chart.title, figure.title[0].toUpperCase() + figure.title.slice(1) + '.');
  const row = element('div', null, { class: figure.chart.panels.length > 1 ? 'beside' : '' });
  part.append(row);
  figure.chart.panels.forEach(panel => {
    const half = element('div');
    row.append(half);
    chart(half, figure.chart.title + ': ' + panel.title, () => drawn(panel), panels(panel));
  });
  part.append(table(['Claim', 'Published', 'Ours', 'Ours / published', 'Bound', 'Verdict'], figure.claims.map(claim =>
    [claim.statement, claim.published, claim.ours, claim.ratio, claim.bound, claim.verdict + (claim.because ? ', because ' + claim.because : '')]),
  { caption: 'Claims of the paper, and values of the runs', words: [1, 4, 5] }));
});
show('the paper', 'The HPCC paper, SIGCOMM 2019');
