// The graph on screen. vis-network holds the nodes, moves the camera and drags nodes; lines,
// nodes and labels are painted from the scene, because vis scales strokes and letters with the
// zoom. It is therefore given no edges, and its nodes only lend their boxes to the pointer.

const stage = byId("stage");
const REACH = 7;
/** The camera waits so long after a click, lest the second click of two miss its node. */
const DOUBLE_CLICK = 300;
let network = null;
let nodeSet = null;
let painted = null;
let paintedBy = null;
/** What is being dragged: an entity's node, or the canvas where `entity` is null; else null. */
let drag = null;
/** Whether the camera stands where the page moved it, not the reader. */
let movedHere = true;
let shownLast = { some: [], largest: 1.35 };
let awaited = 0;

const HIT = {
  drawNode() {},
};

/** Where the layout puts the entities that it has placed. */
const laid = new Map(data.nodes.rows.map(([index, x, y]) => [entities[index], { x, y }]));
/** Of the drawn entities so many shall have room for their names. */
const LABELLED = 0.92;
const FEWEST = 12;

/** Drop the least of the placed entities until nearly all have room for their names. */
function drawWhatHasRoom() {
  const ranked = [...laid.keys()];
  for (;;) {
    state.drawn = new Set(tied(ranked));
    const shown = [...state.drawn].filter(isShown);
    if (shown.length <= FEWEST) return;
    const named = scene(fitting(laid, shown)).labels.filter((label) => label.entity);
    if (named.length >= LABELLED * shown.length) return;
    ranked.length -= Math.ceil(ranked.length / 25);
  }
}

/** Those of some entities that have a neighbour among them; all where none has. */
function tied(some) {
  const among = new Set(some);
  const kept = some.filter((entity) => [...entity.neighbours].some((other) => among.has(other)));
  return kept.length ? kept : some;
}

function startCanvas() {
  drawWhatHasRoom();
  nodeSet = new vis.DataSet(
    [...state.drawn].map((entity) => ({ id: entity.id, ...laid.get(entity) })),
  );
  network = new vis.Network(
    byId("graph"),
    { nodes: nodeSet, edges: new vis.DataSet() },
    {
      physics: false,
      layout: { improvedLayout: false },
      nodes: { shape: "custom", ctxRenderer: hitBox, chosen: false },
      interaction: {
        hover: false,
        multiselect: false,
        selectConnectedEdges: false,
        keyboard: false,
        zoomSpeed: 0.6,
      },
    },
  );
  for (const focusable of byId("graph").querySelectorAll("[tabindex]"))
    focusable.removeAttribute("tabindex");
  network.on("afterDrawing", onDrawing);
  network.on("click", (event) => onClick(event.pointer.DOM));
  network.on("doubleClick", (event) => onDoubleClick(event.pointer.DOM));
  network.on("zoom", keepZoomWithin);
  network.on("dragStart", onDragStart);
  network.on("dragEnd", onDragEnd);
  byId("graph").addEventListener("mousemove", onMove);
  byId("graph").addEventListener("mouseleave", () => hover(NOTHING));
  stage.addEventListener("keydown", onStageKey);
  new ResizeObserver(() => movedHere && show(shownLast.some, shownLast.largest, false)).observe(
    stage,
  );
  subscribe("drawn", syncNodes);
  subscribe("selection filters hover theme drawn", () => network.redraw());
}

function hitBox({ id }) {
  const size = (2 * radiusOf(entityById.get(id), network.getScale()) + 6) / network.getScale();
  return { ...HIT, nodeDimensions: { width: size, height: size } };
}

function cameraNow() {
  const at = network.getPositions();
  const places = new Map(Object.entries(at).map(([id, place]) => [entityById.get(id), place]));
  return cameraAt(network.getViewPosition(), network.getScale(), places);
}

function cameraAt(middle, scale, places) {
  const { clientWidth: width, clientHeight: height } = byId("graph");
  const [dx, dy] = [width / 2 - middle.x * scale, height / 2 - middle.y * scale];
  return { middle, scale, dx, dy, width, height, places };
}

function onDrawing(ctx) {
  const camera = cameraNow();
  if (drag && painted && camera.scale === paintedBy.scale) return paintDragged(ctx, camera);
  [painted, paintedBy] = [scene(camera), camera];
  ctx.save();
  ctx.setTransform(sharpness(), 0, 0, sharpness(), 0, 0);
  paint(ctx, painted);
  ctx.restore();
}

const sharpness = () => window.devicePixelRatio || 1;

function onDragStart({ nodes }) {
  movedHere = false;
  drag = { entity: nodes.length ? entityById.get(nodes[0]) : null, still: null };
}

function onDragEnd() {
  drag = null;
  network.redraw();
}

// ---- dragging: what does not change is painted once, and then laid under what moves

/** Pixels beyond the canvas that are painted too, lest dragging shows an empty rim. */
const BEYOND = 300;

function stillPicture(moving) {
  const [width, height] = [paintedBy.width, paintedBy.height].map((size) => size + 2 * BEYOND);
  const still = el("canvas", { width: width * sharpness(), height: height * sharpness() });
  const ctx = still.getContext("2d");
  ctx.scale(sharpness(), sharpness());
  ctx.translate(BEYOND, BEYOND);
  const { lines, nodes, labels: texts } = painted;
  const rest = {
    lines: lines.filter((each) => !moving.lines.includes(each)),
    nodes: nodes.filter((node) => node !== moving.node),
    labels: texts.filter((label) => label !== moving.label),
  };
  paint(ctx, rest, lines.length);
  return still;
}

/** The node that is dragged, with its lines and its label; of a dragged canvas nothing. */
function movingPart(entity) {
  return {
    lines: painted.lines.filter(({ pair }) => entity && [pair.from, pair.to].includes(entity)),
    node: painted.nodes.find((node) => node.entity === entity),
    label: painted.labels.find((label) => entity && label.entity === entity),
  };
}

function paintDragged(ctx, camera) {
  drag.moving ||= movingPart(drag.entity);
  drag.still ||= stillPicture(drag.moving);
  const [x, y] = [camera.dx - paintedBy.dx - BEYOND, camera.dy - paintedBy.dy - BEYOND];
  ctx.save();
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  ctx.drawImage(drag.still, x * sharpness(), y * sharpness());
  const { lines, node, label } = drag.moving;
  if (node) {
    ctx.setTransform(sharpness(), 0, 0, sharpness(), 0, 0);
    const at = screenPoint(camera, node.entity);
    const moved = {
      lines: lines.map((each) => ({ ...each, curve: curve(camera, each.pair) })),
      nodes: [{ ...node, ...at }],
      labels: label ? [shifted(label, at.x - node.x, at.y - node.y)] : [],
    };
    paint(ctx, moved, painted.lines.length);
  }
  ctx.restore();
}

const shifted = (label, x, y) => ({
  ...label,
  rows: label.rows.map((row) => ({ ...row, x: row.x + x, y: row.y + y })),
});

// ---- drawing more

/** Give entities that are drawn from now on a place: the layout's, or a free one near a neighbour. */
function syncNodes() {
  const at = network.getPositions();
  const places = new Map(Object.entries(at).map(([id, place]) => [entityById.get(id), place]));
  const fresh = [...state.drawn].filter((entity) => !places.has(entity));
  for (const entity of fresh) places.set(entity, laid.get(entity) || freePlace(entity, places));
  nodeSet.add(fresh.map((entity) => ({ id: entity.id, ...places.get(entity) })));
}

/** The first point on widening rings round the best tied neighbour that keeps its distance. */
function freePlace(entity, places) {
  const known = [...entity.neighbours].filter((other) => places.has(other) && other !== entity);
  known.sort((a, b) => b.neighbours.size - a.neighbours.size || a.index - b.index);
  const origin = known.length ? places.get(known[0]) : { x: 0, y: 0 };
  const others = [...places.values()];
  for (let ring = 90; ; ring += 22) {
    const steps = Math.round(ring / 12);
    for (let step = 0; step < steps; step += 1) {
      const turn = (step / steps) * 2 * Math.PI + ring;
      const point = {
        x: Math.round(origin.x + ring * Math.cos(turn)),
        y: Math.round(origin.y + ring * Math.sin(turn)),
      };
      if (
        others.every(
          (other) => Math.abs(other.x - point.x) > 74 || Math.abs(other.y - point.y) > 38,
        )
      )
        return point;
    }
  }
}

const EXPAND_BY = 24;

/** Draw the busiest neighbours of an entity that are not drawn yet. */
async function expand(entity) {
  const known = undrawnNeighbours(entity).length;
  if (beyond && known < EXPAND_BY && (entity.missing || entity.tiedTo > entity.neighbours.size))
    await beyond.neighbours(entity);
  const next = undrawnNeighbours(entity);
  next.sort((a, b) => b.neighbours.size - a.neighbours.size || a.index - b.index);
  for (const other of next.slice(0, EXPAND_BY)) state.drawn.add(other);
  publish("drawn");
  show([entity, ...entity.neighbours]);
  publish("selection");
}

const undrawn = () => [...visible.entities].filter((entity) => !state.drawn.has(entity));

/** Draw the busiest of the entities that are not drawn yet. */
function drawMore(number) {
  const rest = undrawn();
  rest.sort((a, b) => b.neighbours.size - a.neighbours.size || a.index - b.index);
  for (const entity of rest.slice(0, number)) state.drawn.add(entity);
  publish("drawn");
  fit(true);
}

// ---- camera

/** Room for labels beside the outermost nodes, as a share of the canvas and at most in pixels. */
const margin = (extent, most) => Math.min(extent * 0.1, most);

/** The camera that sees entities and their labels, as large as sensible. */
function fitting(places, some, largest = 1.35) {
  const points = some.map((entity) => places.get(entity));
  const { clientWidth: width, clientHeight: height } = byId("graph");
  const [left, right] = [Math.min(...points.map((p) => p.x)), Math.max(...points.map((p) => p.x))];
  const [top, bottom] = [Math.min(...points.map((p) => p.y)), Math.max(...points.map((p) => p.y))];
  const room = { x: width - 2 * margin(width, 56), y: height - 2 * margin(height, 44) };
  const scale = Math.min(
    room.x / Math.max(right - left, 1),
    room.y / Math.max(bottom - top, 1),
    largest,
  );
  return cameraAt({ x: (left + right) / 2, y: (top + bottom) / 2 }, scale, places);
}

function show(some, largest = 1.35, animate = true) {
  shownLast = { some, largest };
  movedHere = true;
  const { places, width, height } = cameraNow();
  const known = some.filter((entity) => isShown(entity) && places.has(entity));
  if (!known.length || !width || !height) return;
  const { scale, middle } = fitting(places, known, largest);
  network.moveTo({
    position: middle,
    scale,
    animation: animate && !calm() ? { duration: 350, easingFunction: "easeInOutQuad" } : false,
  });
}

function fit(animate) {
  show([...state.drawn], 1.35, animate);
}

function zoomBy(factor) {
  movedHere = false;
  const scale = Math.min(Math.max(network.getScale() * factor, 0.08), 6);
  network.moveTo({
    scale,
    animation: calm() ? false : { duration: 160, easingFunction: "easeOutQuad" },
  });
}

function keepZoomWithin() {
  movedHere = false;
  const scale = network.getScale();
  if (scale < 0.08 || scale > 6) network.moveTo({ scale: Math.min(Math.max(scale, 0.08), 6) });
}

const SHORT_LINE = 110;

/** Move to what is selected if it is out of sight or too crowded to read; back when nothing is. */
function reveal(animate = true) {
  if (state.selection.kind === "nothing") {
    if (movedHere) fit(animate);
    return;
  }
  const lit = emphasisOf(state.selection);
  if (!lit || !lit.entities.size) return;
  const camera = cameraNow();
  const known = [...lit.entities].filter((entity) => camera.places.has(entity));
  const outside = known.some((entity) => {
    const { x, y } = screenPoint(camera, entity);
    return x < 20 || y < 20 || x > camera.width - 20 || y > camera.height - 30;
  });
  if (outside || lengthBetween(camera, lit.pairs) < SHORT_LINE) {
    show(known, 1.9, animate);
  }
}

/** The length of the shorter lines among some pairs: their lower quartile, pixels. */
function lengthBetween(camera, some) {
  const lengths = [...some]
    .filter(({ from, to }) => isShown(from) && isShown(to))
    .map(({ from, to }) => {
      const [a, b] = [screenPoint(camera, from), screenPoint(camera, to)];
      return Math.hypot(a.x - b.x, a.y - b.y);
    });
  lengths.sort((a, b) => a - b);
  return lengths.length ? lengths[Math.floor(lengths.length / 4)] : Infinity;
}

// ---- pointer

function nodeAt({ x, y }, reach) {
  let best = null;
  let least = reach;
  for (const node of painted.nodes) {
    const away = Math.hypot(node.x - x, node.y - y) - node.r;
    if (away < least) [best, least] = [node.entity, away];
  }
  return best;
}

function lineAt({ x, y }) {
  let best = null;
  let least = REACH;
  for (const { pair, curve: shape } of painted.lines) {
    for (let t = 0.06; t < 1; t += 0.06) {
      const point = pointAt(shape, t);
      const away = Math.hypot(point.x - x, point.y - y);
      if (away < least) [best, least] = [pair, away];
    }
  }
  return best;
}

function thingAt(point) {
  if (!painted) return NOTHING;
  const entity = nodeAt(point, 5) || labelled(point);
  if (entity) return { kind: "entity", entity };
  const pair = lineAt(point);
  if (pair) return { kind: "pair", pair };
  const near = matchMedia("(pointer: coarse)").matches ? nodeAt(point, 18) : null;
  return near ? { kind: "entity", entity: near } : NOTHING;
}

function labelled({ x, y }) {
  const label = painted.labels.find((box) => box.entity && meet(box, { x, y, w: 0, h: 0 }));
  return label ? label.entity : null;
}

function onClick(point) {
  const thing = thingAt(point);
  if (thing.kind === "nothing") clearSelection();
  else select(thing);
  clearTimeout(awaited);
  awaited = setTimeout(() => reveal(), DOUBLE_CLICK);
}

function onDoubleClick(point) {
  clearTimeout(awaited);
  const { entity } = thingAt(point);
  if (entity && undrawnNeighbours(entity).length) expand(entity);
  else if (entity) show([entity, ...entity.neighbours]);
}

function onMove(event) {
  const frame = byId("graph").getBoundingClientRect();
  const thing = event.buttons
    ? NOTHING
    : thingAt({ x: event.clientX - frame.left, y: event.clientY - frame.top });
  byId("graph").style.cursor = thing.kind === "nothing" ? "" : "pointer";
  hover(thing);
}

// ---- keyboard

const ARROWS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function onStageKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (ARROWS[event.key]) walk(ARROWS[event.key]);
  else if (event.key === "Enter") byId("panel-heading").focus();
  else if (event.key === "+" || event.key === "=") zoomBy(1.25);
  else if (event.key === "-") zoomBy(0.8);
  else if (event.key === "e" && state.selection.entity) expand(state.selection.entity);
  else return;
  event.preventDefault();
}

/** Select the next entity in a direction: near, and not far off the line. */
function walk([right, down]) {
  const nodes = painted.nodes;
  const here = nodes.find((node) => node.entity === state.selection.entity);
  if (!here) {
    const first = [...nodes].sort((a, b) => b.entity.neighbours.size - a.entity.neighbours.size)[0];
    if (first) selectEntity(first.entity);
    return;
  }
  const costs = nodes.map((node) => {
    const [dx, dy] = [node.x - here.x, node.y - here.y];
    const ahead = dx * right + dy * down;
    return { node, cost: ahead > 4 ? ahead + 2.5 * Math.abs(dx * down + dy * right) : Infinity };
  });
  const best = costs.reduce((a, b) => (b.cost < a.cost ? b : a));
  if (best.cost < Infinity) {
    selectEntity(best.node.entity);
    reveal();
  }
}
