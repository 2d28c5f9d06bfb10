// Schemes as they are written in summaries, NAME(KEY=VALUE, ...), shortened for a table.

/** The name of a scheme, and its parameters in their order; of another text all of it and none. */
function parsed(scheme) {
  const found = /^([^(]+)\((.*)\)$/s.exec(scheme);
  if (!found) {
    return { name: scheme, parameters: [] };
  }
  const parameters = [];
  let depth = 0;
  let from = 0;
  const text = found[2];
  for (let at = 0; at <= text.length; at++) {
    if (at === text.length || text[at] === ',' && depth === 0) {
      parameters.push(text.slice(from, at).trim());
      from = at + 1;
    } else {
      depth += text[at] === '(' ? 1 : text[at] === ')' ? -1 : 0;
    }
  }
  return { name: found[1], parameters: parameters.filter(one => one) };
}

/** By scheme: its name, with those of its parameters in which schemes of this name differ. */
export function shortSchemes(schemes) {
  const byName = new Map();
  const all = new Map([...new Set(schemes)].map(scheme => [scheme, parsed(scheme)]));
  all.forEach(({ name, parameters }) => {
    byName.set(name, [...byName.get(name) ?? [], new Set(parameters)]);
  });
  return new Map([...all].map(([scheme, { name, parameters }]) => {
    const differing = parameters.filter(one => !byName.get(name).every(others => others.has(one)));
    return [scheme, differing.length ? name + '(' + differing.join(', ') + ')' : name];
  }));
}
