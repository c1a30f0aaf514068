// Labels of nodes and lines, in screen pixels. They are set greedily, the most important first, at
// the first of eight places round their node where they meet no node and no label set before, or
// where the one label in the way can move to another place of its own; those that find none are
// left out.

const LONGEST_LABEL = 34;
const GAP = 3;
/** Lines say their relation from this zoom on, or when only so many stand out. */
const RELATIONS_FROM = 1.7;
const MOST_TOLD = 36;

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
  return letters.length > LONGEST_LABEL
    ? letters
        .slice(0, LONGEST_LABEL - 1)
        .join("")
        .trim() + "…"
    : letters.join("");
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

const CELL = 80;
const meet = (a, b) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

/** Boxes already taken, sorted into cells so that asking stays cheap with many of them. */
class Taken {
  constructor({ width, height }) {
    Object.assign(this, { width, height });
    this.across = Math.ceil(width / CELL) + 1;
    this.cells = Array.from({ length: this.across * (Math.ceil(height / CELL) + 1) }, () => []);
  }

  within(box) {
    return box.x >= 0 && box.y >= 0 && box.x + box.w <= this.width && box.y + box.h <= this.height;
  }

  /** The cells of the picture that a box touches. */
  near({ x, y, w, h }) {
    const found = [];
    for (
      let row = Math.max(Math.floor(y / CELL), 0);
      row <= Math.floor(Math.min(y + h, this.height) / CELL);
      row += 1
    ) {
      for (
        let column = Math.max(Math.floor(x / CELL), 0);
        column <= Math.floor(Math.min(x + w, this.width) / CELL);
        column += 1
      ) {
        found.push(this.cells[row * this.across + column]);
      }
    }
    return found;
  }

  /** The first few boxes that a box would meet, but for what `owner` has itself. */
  met(box, owner, enough) {
    const found = [];
    for (const cell of this.near(box)) {
      for (const other of cell) {
        if ((owner && other.owner === owner) || !meet(box, other) || found.includes(other))
          continue;
        found.push(other);
        if (found.length === enough) return found;
      }
    }
    return found;
  }

  free(box, owner) {
    return this.within(box) && !this.met(box, owner, 1).length;
  }

  add(box) {
    for (const cell of this.near(box)) cell.push(box);
  }

  remove(box) {
    for (const cell of this.near(box)) cell.splice(cell.indexOf(box), 1);
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

/** A node's label before it has a place: its rows, measured, and the places it may take. */
function nodeLabel(node, near) {
  const { entity } = node;
  const r = node.chosen ? ringRadius(node.r) : node.r;
  const size = node.leading ? 13.5 : 12;
  const font = `${node.leading ? 600 : 400} ${size}px ${palette.font}`;
  const more = node.level === "lit" || near ? undrawnNeighbours(entity).length : 0;
  const rows = wrapped(shortened(entity.name)).map((text) => ({
    text,
    w: textWidth(text, font),
    extra: "",
  }));
  rows[rows.length - 1].extra = more ? ` +${more}` : "";
  for (const row of rows) row.full = row.w + (row.extra ? textWidth(row.extra, font) : 0);
  const w = Math.max(...rows.map((row) => row.full)) + 2;
  const places = labelPlaces(node, r, w, (size + 1.5) * rows.length + 2);
  return { rows, text: entity.name, font, size, level: node.level, entity, owner: entity, places };
}

/** Put a label at a place: its box is taken, its rows lie flush with the node. */
function settle(label, place, taken) {
  Object.assign(label, place);
  taken.add(label);
  label.rows.forEach((row, i) => {
    row.x = label.x + 1 + ((label.w - 2 - row.full) * (1 - label.side)) / 2;
    row.y = label.y + (label.size + 1.5) * i + label.size * 0.92;
  });
  return label;
}

/** The label at its first free place, or at one that another label can make way for; or null. */
function placed(label, taken) {
  const free = label.places.find((place) => taken.free(place, label.owner));
  if (free) return settle(label, free, taken);
  for (const place of label.places.filter((each) => taken.within(each))) {
    const [other, another] = taken.met(place, label.owner, 2);
    if (!another && other.places && makesWay(other, place, taken))
      return settle(label, place, taken);
  }
  return null;
}

function makesWay(other, place, taken) {
  const elsewhere = other.places.find(
    (each) => !meet(each, place) && taken.free(each, other.owner),
  );
  if (!elsewhere) return false;
  taken.remove(other);
  settle(other, elsewhere, taken);
  return true;
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
      return {
        ...box,
        rows,
        text,
        font,
        size: 11,
        level: drawnLine.level,
        negated: drawnLine.negated,
      };
    }
  }
  return null;
}

function labels(lines, nodes, camera) {
  const taken = new Taken(camera);
  for (const { entity, x, y, r } of nodes)
    taken.add({ x: x - r, y: y - r, w: 2 * r, h: 2 * r, owner: entity });
  const ranked = [...nodes].sort(
    (a, b) => importance(b) - importance(a) || a.entity.index - b.entity.index,
  );
  const lit = ranked.filter((node) => node.level !== "faint");
  const faint = ranked.filter((node) => node.level === "faint");
  const bright = lines.filter((each) => each.level === "lit");
  const near = camera.scale > RELATIONS_FROM;
  const told = near && !bright.length ? lines : near || bright.length <= MOST_TOLD ? bright : [];
  return [
    ...lit.map((node) => placed(nodeLabel(node, near), taken)),
    ...told.map((each) => lineLabel(each, taken)),
    ...faint.map((node) => placed(nodeLabel(node, near), taken)),
  ].filter(Boolean);
}
