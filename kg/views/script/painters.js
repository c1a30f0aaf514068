// The scene on a canvas, and the same scene as SVG.

const FAINT = 0.16;
const outlines = new Map();

function outline(type) {
  const shape = shapeOf(type);
  if (!outlines.has(shape)) outlines.set(shape, new Path2D(shape));
  return outlines.get(shape);
}

/** Many lines are drawn thinly, lest they hide what they tie. */
const MANY = 150;

function fade(level, number) {
  if (level === "lit") return 1;
  const crowd = Math.max(Math.sqrt(MANY / Math.max(number, MANY)), 0.3);
  return (level === "faint" ? FAINT : 0.85) * crowd;
}

/** Paint a scene, or the part of one that has `number` lines in all. */
function paint(ctx, { lines, nodes, labels: texts }, number = lines.length) {
  ctx.lineJoin = "round";
  paintLines(ctx, lines, number);
  for (const node of nodes) paintNode(ctx, node);
  for (const label of texts) paintLabel(ctx, label);
  ctx.globalAlpha = 1;
}

/** Lines that look alike are painted in one stroke: a thousand strokes cost a frame. */
function paintLines(ctx, lines, number) {
  const alike = new Map();
  for (const each of lines) {
    const key = [each.level, each.colour, each.width, each.status].join();
    if (!alike.has(key)) alike.set(key, []);
    alike.get(key).push(each);
  }
  for (const some of alike.values()) paintAlike(ctx, some, fade(some[0].level, number));
}

function paintAlike(ctx, some, opacity) {
  const [{ colour, width, dash }] = some;
  ctx.globalAlpha = opacity;
  ctx.strokeStyle = colour;
  ctx.fillStyle = colour;
  ctx.lineWidth = width;
  ctx.setLineDash(dash);
  ctx.lineCap = dash.length && dash[0] < 2 ? "round" : "butt";
  ctx.beginPath();
  for (const {
    curve: { from, via, to },
  } of some) {
    ctx.moveTo(from.x, from.y);
    ctx.quadraticCurveTo(via.x, via.y, to.x, to.y);
  }
  ctx.stroke();
  ctx.setLineDash([]);
  ctx.beginPath();
  for (const {
    curve: { via, to },
  } of some) {
    arrowHead(via, to, width).forEach(({ x, y }, i) => (i ? ctx.lineTo(x, y) : ctx.moveTo(x, y)));
    ctx.closePath();
  }
  ctx.fill();
}

function arrowHead(via, to, width) {
  const turn = Math.atan2(to.y - via.y, to.x - via.x);
  const size = 5.5 + width * 1.3;
  const corner = (side) => ({
    x: to.x - size * Math.cos(turn + side * 0.42),
    y: to.y - size * Math.sin(turn + side * 0.42),
  });
  return [
    { x: to.x + 1.5 * Math.cos(turn), y: to.y + 1.5 * Math.sin(turn) },
    corner(1),
    corner(-1),
  ];
}

const ringRadius = (r) => r * 1.15 + 4;

function paintNode(ctx, { entity, x, y, r, level, chosen }) {
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(r, r);
  const shape = outline(entity.type);
  ctx.fillStyle = palette.paper;
  ctx.strokeStyle = palette.paper;
  ctx.lineWidth = 3 / r;
  ctx.stroke(shape);
  ctx.fill(shape);
  ctx.globalAlpha = level === "faint" ? FAINT + 0.06 : 1;
  ctx.fillStyle = colourOf(entity);
  ctx.fill(shape);
  if (chosen) {
    ctx.strokeStyle = palette.ink;
    ctx.lineWidth = 2 / r;
    ctx.beginPath();
    ctx.arc(0, 0, ringRadius(r) / r, 0, 2 * Math.PI);
    ctx.stroke();
  }
  ctx.restore();
}

function labelColour(label) {
  if (label.entity) return palette.ink;
  return label.negated ? palette.negated : palette.muted;
}

function paintLabel(ctx, label) {
  const faint = label.level === "faint";
  ctx.font = label.font;
  ctx.textBaseline = "alphabetic";
  ctx.lineWidth = 4;
  ctx.strokeStyle = palette.paper;
  ctx.globalAlpha = faint ? 0.3 : 0.9;
  for (const { text, x, y } of label.rows) ctx.strokeText(text, x, y);
  ctx.globalAlpha = faint ? 0.34 : 1;
  for (const { text, x, y, w, extra } of label.rows) {
    ctx.fillStyle = labelColour(label);
    ctx.fillText(text, x, y);
    ctx.fillStyle = palette.muted;
    if (extra) ctx.fillText(extra, x + w, y);
  }
}

// ---- SVG

const fixed = (number) => Math.round(number * 10) / 10;

function svgPicture(drawing, width, height) {
  return svg(
    "svg",
    { xmlns: SVG, width, height, viewBox: `0 0 ${width} ${height}`, role: "img" },
    svg("title", {}, data.title),
    svg("rect", { width, height, fill: palette.paper }),
    drawing.lines.map((each) => svgLine(each, fade(each.level, drawing.lines.length))),
    drawing.nodes.map(svgNode),
    drawing.labels.map(svgLabel),
  );
}

function svgLine({ curve: { from, via, to }, colour, width, dash }, opacity) {
  const d = `M${fixed(from.x)} ${fixed(from.y)}Q${fixed(via.x)} ${fixed(via.y)} ${fixed(to.x)} ${fixed(to.y)}`;
  const head = arrowHead(via, to, width).map(({ x, y }) => `${fixed(x)},${fixed(y)}`);
  return svg(
    "g",
    { opacity: fixed(opacity) },
    svg("path", {
      d,
      fill: "none",
      stroke: colour,
      "stroke-width": fixed(width),
      "stroke-dasharray": dash.join(" ") || null,
    }),
    svg("polygon", { points: head.join(" "), fill: colour }),
  );
}

function svgNode({ entity, x, y, r, level, chosen }) {
  const transform = `translate(${fixed(x)} ${fixed(y)}) scale(${fixed(r)})`;
  const ring = {
    cx: fixed(x),
    cy: fixed(y),
    r: fixed(ringRadius(r)),
    fill: "none",
    stroke: palette.ink,
    "stroke-width": 2,
  };
  return svg(
    "g",
    { opacity: level === "faint" ? FAINT : 1 },
    svg("title", {}, entity.name),
    chosen ? svg("circle", ring) : null,
    svg("path", { d: shapeOf(entity.type), transform, fill: colourOf(entity) }),
  );
}

function svgLabel(label) {
  const { rows, size, font, level } = label;
  return svg(
    "text",
    {
      "font-family": palette.font,
      "font-size": size,
      "font-weight": font.split(" ")[0],
      fill: labelColour(label),
      opacity: level === "faint" ? 0.34 : 1,
      stroke: palette.paper,
      "stroke-width": 4,
      "stroke-linejoin": "round",
      "paint-order": "stroke",
    },
    rows.map(({ text, extra, x, y }) => svg("tspan", { x: fixed(x), y: fixed(y) }, text + extra)),
  );
}

// ---- files to keep

function keep(blob, ending) {
  const address = URL.createObjectURL(blob);
  const name = (data.title.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "") || "graph").slice(
    0,
    60,
  );
  el("a", { href: address, download: `${name}.${ending}` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

function savePng() {
  const camera = cameraNow();
  const sharpness = 2;
  const canvas = el("canvas", {
    width: camera.width * sharpness,
    height: camera.height * sharpness,
  });
  const ctx = canvas.getContext("2d");
  ctx.scale(sharpness, sharpness);
  ctx.fillStyle = palette.paper;
  ctx.fillRect(0, 0, camera.width, camera.height);
  paint(ctx, scene(camera));
  canvas.toBlob((blob) => keep(blob, "png"));
}

/** For print the graph is drawn anew, in the light theme and without the screen's pixels. */
function drawForPrint() {
  const { theme } = document.documentElement.dataset;
  document.documentElement.dataset.theme = "light";
  readPalette();
  palette.paper = "#ffffff";
  const camera = cameraNow();
  fill(byId("print-picture"), svgPicture(scene(camera), camera.width, camera.height));
  addEventListener("afterprint", () => setTheme(theme), { once: true });
}

function saveSvg() {
  const camera = cameraNow();
  const picture = svgPicture(scene(camera), camera.width, camera.height);
  keep(
    new Blob([new XMLSerializer().serializeToString(picture)], { type: "image/svg+xml" }),
    "svg",
  );
}
