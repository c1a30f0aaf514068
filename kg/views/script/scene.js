// What is to be painted, in screen pixels: lines, nodes, labels. Zoom moves things apart but never
// swells strokes or letters. Painters for canvas and SVG take it from here.
//
// Labels are set greedily, the most important first, at the first of four places round their node
// where they meet no node and no label set before; those that find none are left out.

const LONGEST_LABEL = 28;
const GAP = 3;

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
  if (kind === "pair") return ofPairs([selection.pair, pairs.get(pairKey(selection.pair.to, selection.pair.from))]);
  if (kind === "fact" && selection.fact.pair) return ofPairs([selection.fact.pair]);
  if (kind === "fact") return { entities: new Set([selection.fact.subject]), pairs: new Set() };
  if (kind === "path") return ofPairs(selection.pairs);
  if (kind === "relation") return ofPairs(selection.relations.flatMap((each) => each.facts).map((fact) => fact.pair));
  if (kind === "sentence") return ofPairs(selection.sentence.statements.filter(passes).map((statement) => statement.fact.pair));
  if (kind === "document") {
    return ofPairs(selection.document.statements.filter(passes).map((statement) => statement.fact.pair));
  }
  return null;
}

function around(entity) {
  const found = ofPairs([...visible.pairs.values()].filter((pair) => pair.from === entity || pair.to === entity));
  found.entities.add(entity);
  return found;
}

function ofPairs(some) {
  const shown = some.filter((pair) => pair && visible.pairs.has(pair.key));
  return { entities: new Set(shown.flatMap((pair) => [pair.from, pair.to])), pairs: new Set(shown) };
}

// ---- lines

const PRECEDENCE = ["asserted", "claimed", "planned", "negated, claimed", "negated"];

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
  return { pair, status, level, dash, colour, width, curve: curve(camera, pair), negated: Boolean(negated) };
}

// ---- labels

const widths = new Map();
const ruler = document.createElement("canvas").getContext("2d");

function textWidth(text, font) {
  const key = font + text;
  if (!widths.has(key)) {
    ruler.font = font;
    widths.set(key, ruler.measureText(text).width);
  }
  return widths.get(key);
}

function shortened(text) {
  const letters = [...text.replace(/\s+/g, " ").trim()];
  return letters.length > LONGEST_LABEL ? letters.slice(0, LONGEST_LABEL - 1).join("").trim() + "…" : letters.join("");
}

const WRAP_FROM = 17;

/** A long name on two lines, cut at the space nearest to its middle. */
function wrapped(text) {
  if (text.length < WRAP_FROM) return [text];
  const spaces = [...text.matchAll(/ /g)].map((found) => found.index);
  const middle = text.length / 2;
  const cut = spaces.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0];
  return cut > 2 && text.length - cut > 3 ? [text.slice(0, cut), text.slice(cut + 1)] : [text];
}

const meet = (a, b) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

/** Boxes already taken, sorted into cells so that asking stays cheap with many of them. */
class Taken {
  constructor({ width, height }) {
    Object.assign(this, { width, height });
    this.cells = new Map();
  }

  *near(box) {
    for (let x = Math.floor(box.x / 80); x <= Math.floor((box.x + box.w) / 80); x += 1) {
      for (let y = Math.floor(box.y / 80); y <= Math.floor((box.y + box.h) / 80); y += 1) yield `${x},${y}`;
    }
  }

  /** Whether a box is within the picture and meets nothing but what `owner` has itself. */
  free(box, owner) {
    if (box.x < 0 || box.y < 0 || box.x + box.w > this.width || box.y + box.h > this.height) return false;
    for (const cell of this.near(box)) {
      for (const other of this.cells.get(cell) || []) {
        if (!(owner && other.owner === owner) && meet(box, other)) return false;
      }
    }
    return true;
  }

  add(box) {
    for (const cell of this.near(box)) {
      if (!this.cells.has(cell)) this.cells.set(cell, []);
      this.cells.get(cell).push(box);
    }
  }
}

/** Below, above, right, left, then the four corners. */
function labelPlaces({ x, y }, r, w, h) {
  const [low, high] = [y + r + GAP, y - r - GAP - h];
  const [right, left] = [x + r + GAP + 1, x - r - GAP - 1 - w];
  const [nearRight, nearLeft] = [x + r * 0.5, x - r * 0.5 - w];
  const corner = r * 0.5 + GAP;
  return [
    [x - w / 2, low],
    [x - w / 2, high],
    [right, y - h / 2],
    [left, y - h / 2],
    [nearRight, y + corner],
    [nearRight, y - corner - h],
    [nearLeft, y + corner],
    [nearLeft, y - corner - h],
  ].map(([at, top], i) => ({ x: at, y: top, w, h, side: [0, 0, 1, -1, 1, 1, -1, -1][i] }));
}

function undrawnNeighbours(entity) {
  return [...entity.neighbours].filter((other) => !state.drawn.has(other));
}

function nodeLabel(node, taken, near) {
  const { entity, r } = node;
  const size = node.leading ? 13.5 : 12;
  const font = `${node.leading ? 600 : 400} ${size}px ${palette.font}`;
  const more = node.level === "lit" || near ? undrawnNeighbours(entity).length : 0;
  const rows = wrapped(shortened(entity.name)).map((text) => ({ text, w: textWidth(text, font), extra: "" }));
  const last = rows[rows.length - 1];
  last.extra = more ? ` +${more}` : "";
  const full = rows.map((row) => row.w + (row.extra ? textWidth(row.extra, font) : 0));
  const w = Math.max(...full) + 2;
  const lead = size + 1.5;
  const box = labelPlaces(node, r, w, lead * rows.length + 2).find((place) => taken.free(place, entity));
  if (!box) return null;
  taken.add({ ...box, owner: entity });
  rows.forEach((row, i) => Object.assign(row, { x: box.x + 1 + ((w - 2 - full[i]) * (1 - box.side)) / 2, y: box.y + lead * i + size * 0.92 }));
  return { ...box, rows, text: entity.name, font, size, level: node.level, entity };
}

function importance(node) {
  const { selection, hovered } = state;
  if (selection.entity === node.entity || hovered.entity === node.entity) return 3000;
  return (node.level === "lit" ? 1000 : 0) + node.entity.neighbours.size;
}

/** What a line says: its best supported relation, and how many others there are. */
function pairText(pair) {
  const shown = pair.facts.filter((fact) => seen(fact).length).sort(bySupport);
  const statuses = new Set(seen(shown[0]).map((statement) => statement.status));
  const not = [...statuses].every((status) => STATUSES[status].negated) ? "not: " : "";
  const others = shown.length > 1 ? ` +${shown.length - 1}` : "";
  return not + shortened(shown[0].relation.phrase) + others;
}

function lineLabel(drawnLine, taken) {
  const font = `400 11px ${palette.font}`;
  const text = pairText(drawnLine.pair);
  const w = textWidth(text, font) + 4;
  for (const t of [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74]) {
    const middle = pointAt(drawnLine.curve, t);
    const box = { x: middle.x - w / 2, y: middle.y - 7.5, w, h: 15 };
    if (taken.free(box)) {
      taken.add(box);
      const rows = [{ text, x: box.x + 2, y: box.y + 11, w: w - 4, extra: "" }];
      return { ...box, rows, text, font, size: 11, level: drawnLine.level, negated: drawnLine.negated };
    }
  }
  return null;
}

// ---- the whole

const LEVELS = { faint: 0, plain: 1, lit: 2 };
/** Lines say their relation from this zoom on, or when only so many stand out. */
const RELATIONS_FROM = 1.7;
const MOST_TOLD = 36;

function scene(camera) {
  const lit = emphasis();
  const leading = leadingDegree();
  const lines = shownPairs().map((pair) => line(camera, pair, lit));
  lines.sort((a, b) => LEVELS[a.level] - LEVELS[b.level]);
  const nodes = [...state.drawn].filter(isShown).map((entity) => {
    const level = lit ? (lit.entities.has(entity) ? "lit" : "faint") : "plain";
    const chosen = mentionedNow(entity);
    const r = radiusOf(entity, camera.scale);
    return { entity, ...screenPoint(camera, entity), r, level, chosen, leading: entity.neighbours.size >= leading };
  });
  nodes.sort((a, b) => LEVELS[a.level] - LEVELS[b.level] || a.entity.index - b.entity.index);
  return { lines, nodes, labels: labels(lines, nodes, camera) };
}

/** From how many neighbours on an entity's name is set larger: about the first eighth. */
function leadingDegree() {
  const degrees = [...state.drawn].map((entity) => entity.neighbours.size).sort((a, b) => b - a);
  return Math.max(degrees[Math.floor(degrees.length / 8)] || 0, 3);
}

const mentionedNow = (entity) => ["entity", "fact", "pair"].includes(state.selection.kind) && mentioned(state.selection).includes(entity);

function labels(lines, nodes, camera) {
  const taken = new Taken(camera);
  for (const { entity, x, y, r } of nodes) taken.add({ x: x - r, y: y - r, w: 2 * r, h: 2 * r, owner: entity });
  const ranked = [...nodes].sort((a, b) => importance(b) - importance(a) || a.entity.index - b.entity.index);
  const lit = ranked.filter((node) => node.level !== "faint");
  const faint = ranked.filter((node) => node.level === "faint");
  const bright = lines.filter((each) => each.level === "lit");
  const near = camera.scale > RELATIONS_FROM;
  const told = near && !bright.length ? lines : near || bright.length <= MOST_TOLD ? bright : [];
  return [
    ...lit.map((node) => nodeLabel(node, taken, near)),
    ...told.map((each) => lineLabel(each, taken)),
    ...faint.map((node) => nodeLabel(node, taken, near)),
  ].filter(Boolean);
}
