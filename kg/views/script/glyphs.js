// What a type, a status and a community look like. Shape repeats what colour says, and line
// pattern what red says, so that nothing rests on colour alone.

const CIRCLE = "M1 0A1 1 0 1 1-1 0A1 1 0 1 1 1 0Z";

/** Outlines in a frame of radius 1; shapes with less area reach further out. */
const SHAPES = {
  Person: CIRCLE,
  Organization: "M-.88-.88H.88V.88H-.88Z",
  GeopoliticalEntity: "M0-1.16L1.1.8H-1.1Z",
  Place: "M0 1.16L-1.1-.8H1.1Z",
  Group: "M.55-.95L1.1 0L.55.95H-.55L-1.1 0L-.55-.95Z",
  Event: "M0-1.2L1.2 0L0 1.2L-1.2 0Z",
  Facility: "M0-1.1L1.05-.3V.9H-1.05V-.3Z",
  Document: "M-.75-1H.25L.8-.45V1H-.75Z",
  Artifact: "M-.4-1.05H.4V-.4H1.05V.4H.4V1.05H-.4V.4H-1.05V-.4H-.4Z",
  Concept: "M-1.2 0C-1.2-.95 1.2-.95 1.2 0C1.2.95-1.2.95-1.2 0Z",
  Award: "M0-1.25L.33-.42L1.19-.39L.51.16L.74 1.01L0 .52L-.74 1.01L-.51.16L-1.19-.39L-.33-.42Z",
};

const TYPE_NAMES = { GeopoliticalEntity: "Country, region, city", "": "Other" };

const STATUSES = {
  asserted: { dash: [], says: "stated as a fact" },
  claimed: { dash: [9, 3.5, 1.5, 3.5], says: "on somebody's word" },
  planned: { dash: [1.5, 4], says: "intended, expected, conditional" },
  negated: { dash: [6, 4], says: "said not to be so", negated: true },
  "negated, claimed": {
    dash: [9, 3.5, 1.5, 3.5],
    says: "denied on somebody's word",
    negated: true,
  },
  "negated, planned": {
    dash: [1.5, 4],
    says: "said not to be intended or expected",
    negated: true,
  },
};

const STATUS_ORDER = Object.keys(STATUSES);
const COMMUNITY_COLOURS = 8;

/** The colours of the theme in force; read again whenever the theme changes. */
let palette = {};

function readPalette() {
  const style = getComputedStyle(document.documentElement);
  const colour = (name) => style.getPropertyValue(`--${name}`).trim();
  palette = {
    paper: colour("paper"),
    ink: colour("ink"),
    muted: colour("muted"),
    edge: colour("edge"),
    accent: colour("accent"),
    negated: colour("negated"),
    font: colour("font"),
    types: {},
    communities: [],
  };
  for (const type of Object.keys(SHAPES)) palette.types[type] = colour(`kind-${type}`);
  palette.other = colour("kind-other");
  for (let i = 0; i < COMMUNITY_COLOURS; i += 1) palette.communities.push(colour(`community-${i}`));
}

const shapeOf = (type) => SHAPES[type] || CIRCLE;
const typeName = (type) => TYPE_NAMES[type] || type;

function colourOf(entity) {
  if (state.colouring === "community") {
    return palette.communities[entity.community] || palette.other;
  }
  return palette.types[entity.type] || palette.other;
}

/** A small picture of an entity's shape for lists. */
function glyph(type, colour) {
  return svg(
    "svg",
    { class: "glyph", viewBox: "-1.4 -1.4 2.8 2.8", "aria-hidden": "true" },
    svg("path", {
      d: shapeOf(type),
      style: `fill:${colour || `var(--kind-${SHAPES[type] ? type : "other"})`}`,
    }),
  );
}

/** A small picture of a status' line. */
function stroke(status) {
  const { dash, negated } = STATUSES[status];
  return svg(
    "svg",
    { class: negated ? "stroke negated" : "stroke", viewBox: "0 0 26 8", "aria-hidden": "true" },
    svg("path", { d: "M1 4H25", "stroke-dasharray": dash.join(" ") || null }),
  );
}

const ICONS = {
  fit: "M3 8V3h5M16 3h5v5M21 16v5h-5M8 21H3v-5",
  table: "M3 5h18v14H3zM3 10h18M3 15h18M9 5v14",
  save: "M12 3v12M7 10l5 5 5-5M4 20h16",
  theme: "M12 3a9 9 0 1 0 9 9 7 7 0 0 1-9-9z",
  filter: "M4 5h16l-6 8v6l-4-2v-4z",
  help: "M9 9a3 3 0 1 1 4.2 2.8c-.8.4-1.2 1-1.2 2.2M12 17.5v.5",
  close: "M5 5l14 14M19 5L5 19",
  plus: "M12 4v16M4 12h16",
  minus: "M4 12h16",
  back: "M14 5l-7 7 7 7",
  search: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5L21 21",
  target: "M12 2v5M12 17v5M2 12h5M17 12h5M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8z",
  path: "M5 19a2 2 0 1 0 .01 0M19 5a2 2 0 1 0 .01 0M7 18C16 17 8 8 17 6",
};

function icon(name) {
  return svg(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" },
    svg("path", { d: ICONS[name] }),
  );
}
