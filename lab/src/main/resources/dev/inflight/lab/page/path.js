// The critical path of a job as series of a chart: a line from rank to rank for each message, there and back where its
// acknowledgement counts, and a level one for each computation.
function pathSeries(path, colorOf) {
  const kinds = [['messages', false], ['computations', true]].filter(([, computes]) => path.some(step => step.computes === computes));
  return kinds.map(([name, computes], at) => ({ name, type: 'custom', color: colorOf(at), encode: { x: [0, 1], y: [2, 3] },
    renderItem: (_, api) => {
      const from = api.coord([api.value(0), api.value(2)]);
      const to = api.coord([api.value(1), api.value(3)]);
      return { type: 'polyline', shape: { points: api.value(4) === 1 ? [from, [(from[0] + to[0]) / 2, to[1]], [to[0], from[1]]] : [from, to] },
        style: { fill: 'none', stroke: api.visual('color'), lineWidth: computes ? 5 : 2.5 } };
    },
    data: path.filter(step => step.computes === computes)
      .map(step => ({ step, value: [step.from_ns, step.to_ns, step.rank, step.peer, step.back ? 1 : 0] })) }));
}

// The text of a step's tooltip.
const stepInWords = step => step.name + ': ' + time(step.to_ns - step.from_ns);

// The title of a critical path's chart that has only its longest steps.
const pathTitle = one => 'The critical path of job ' + one.job + (one.path.length < one.steps ? ': the ' + count(one.path.length) + ' longest of '
  + count(one.steps) + ' steps' : '');
