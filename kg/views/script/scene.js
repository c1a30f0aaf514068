// What is to be painted, in screen pixels: lines, nodes, labels. Zoom moves things apart but never
// swells strokes or letters. Painters for canvas and SVG take it from here.

/** The camera of the canvas: scale, shift and size in pixels, and where each entity stands. */
function screenPoint(camera, entity) {
  const { x, y } = camera.places.get(entity);
  return { x: x * camera.scale + camera.dx, y: y * camera.scale + camera.dy };
}

function radiusOf(entity, scale) {
  return entity.size * Math.min(Math.max(Math.sqrt(scale), 0.72), 1.5);
}

const isShown = (entity) => {
  if (!state.drawn.has(entity) || state.hidden.type.has(entity.type)) return false;
  return visible.entities.has(entity) || mentioned(state.selection).includes(entity);
};

function shownPairs() {
  return [...visible.pairs.values()].filter((pair) => isShown(pair.from) && isShown(pair.to));
}

// ---- what stands out

/** The entities and pairs that the selection, or else the pointer, brings forward; or null. */
function emphasis() {
  const glance = state.hovered.glance ? emphasisOf(state.hovered) : null;
  return glance || emphasisOf(state.selection) || emphasisOf(state.hovered);
}

function emphasisOf(selection) {
  const { kind } = selection;
  if (kind === "entity") return around(selection.entity);
  if (kind === "pair")
    return ofPairs([selection.pair, pairs.get(pairKey(selection.pair.to, selection.pair.from))]);
  if (kind === "fact" && selection.fact.pair) return ofPairs([selection.fact.pair]);
  if (kind === "fact") return { entities: new Set([selection.fact.subject]), pairs: new Set() };
  if (kind === "path") return ofPairs(selection.pairs);
  if (kind === "relation")
    return ofPairs(selection.relations.flatMap((each) => each.facts).map((fact) => fact.pair));
  if (kind === "sentence")
    return ofPairs(
      selection.sentence.statements.filter(passes).map((statement) => statement.fact.pair),
    );
  if (kind === "document") {
    return ofPairs(
      selection.document.statements.filter(passes).map((statement) => statement.fact.pair),
    );
  }
  return null;
}

function around(entity) {
  const found = ofPairs(
    [...visible.pairs.values()].filter((pair) => pair.from === entity || pair.to === entity),
  );
  found.entities.add(entity);
  return found;
}

function ofPairs(some) {
  const shown = some.filter((pair) => pair && visible.pairs.has(pair.key));
  return {
    entities: new Set(shown.flatMap((pair) => [pair.from, pair.to])),
    pairs: new Set(shown),
  };
}

// ---- lines

const PRECEDENCE = [
  "asserted",
  "claimed",
  "planned",
  "negated, claimed",
  "negated, planned",
  "negated",
];

/** The status a folded line shows: the most committal of those it stands for. */
function pairStatus(pair) {
  const statuses = new Set(pair.facts.flatMap(seen).map((statement) => statement.status));
  return PRECEDENCE.find((status) => statuses.has(status));
}

/** A quadratic curve from rim to rim; lines in both directions bow apart. */
function curve(camera, pair) {
  const from = screenPoint(camera, pair.from);
  const to = screenPoint(camera, pair.to);
  const start = radiusOf(pair.from, camera.scale) + 1.5;
  const end = radiusOf(pair.to, camera.scale) + 3;
  if (pair.from === pair.to) return loop(from, start);
  const length = Math.max(Math.hypot(to.x - from.x, to.y - from.y), 1);
  const bow = pairs.has(pairKey(pair.to, pair.from)) ? 0.16 : 0.07;
  const via = {
    x: (from.x + to.x) / 2 - (to.y - from.y) * bow,
    y: (from.y + to.y) / 2 + (to.x - from.x) * bow,
  };
  return part({ from, via, to }, Math.min(start / length, 0.45), 1 - Math.min(end / length, 0.45));
}

function loop(centre, reach) {
  return {
    from: { x: centre.x + reach * 0.7, y: centre.y - reach * 0.7 },
    via: { x: centre.x + reach * 4, y: centre.y },
    to: { x: centre.x + reach * 0.7, y: centre.y + reach * 0.7 },
  };
}

const between = (a, b, t) => ({ x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t });

function pointAt({ from, via, to }, t) {
  return between(between(from, via, t), between(via, to, t), t);
}

/** The piece of a quadratic curve between two parameters, by de Casteljau's blossoms. */
function part(whole, t0, t1) {
  const { from, via, to } = whole;
  const blossom = between(between(from, via, t0), between(via, to, t0), t1);
  return { from: pointAt(whole, t0), via: blossom, to: pointAt(whole, t1) };
}

function line(camera, pair, lit) {
  const status = pairStatus(pair);
  const statementsSeen = pair.facts.flatMap(seen).length;
  const level = lit ? (lit.pairs.has(pair) ? "lit" : "faint") : "plain";
  const { dash, negated } = STATUSES[status];
  const colour = negated ? palette.negated : level === "lit" ? palette.accent : palette.edge;
  const width = Math.min(1 + 0.8 * Math.log2(statementsSeen), 4.5) + (level === "lit" ? 0.8 : 0);
  return {
    pair,
    status,
    level,
    dash,
    colour,
    width,
    curve: curve(camera, pair),
    negated: Boolean(negated),
  };
}

// ---- the whole

const LEVELS = { faint: 0, plain: 1, lit: 2 };
function scene(camera) {
  const lit = emphasis();
  const leading = leadingDegree();
  const lines = shownPairs().map((pair) => line(camera, pair, lit));
  lines.sort((a, b) => LEVELS[a.level] - LEVELS[b.level]);
  const nodes = [...state.drawn].filter(isShown).map((entity) => {
    const level = lit ? (lit.entities.has(entity) ? "lit" : "faint") : "plain";
    const chosen = mentionedNow(entity);
    const r = radiusOf(entity, camera.scale);
    return {
      entity,
      ...screenPoint(camera, entity),
      r,
      level,
      chosen,
      leading: entity.neighbours.size >= leading,
    };
  });
  nodes.sort((a, b) => LEVELS[a.level] - LEVELS[b.level] || a.entity.index - b.entity.index);
  return { lines, nodes, labels: labels(lines, nodes, camera) };
}

/** From how many neighbours on an entity's name is set larger: about the first eighth. */
function leadingDegree() {
  const degrees = [...state.drawn].map((entity) => entity.neighbours.size).sort((a, b) => b - a);
  return Math.max(degrees[Math.floor(degrees.length / 8)] || 0, 3);
}

const mentionedNow = (entity) =>
  ["entity", "fact", "pair"].includes(state.selection.kind) &&
  mentioned(state.selection).includes(entity);
