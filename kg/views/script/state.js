// What the reader has chosen: selection, filters, theme. Everything on screen follows from this
// state and the model; whoever changes the state calls one of the functions here, and every part
// that has subscribed draws itself anew.

const NOTHING = { kind: "nothing" };

const state = {
  selection: NOTHING,
  trail: [],
  hovered: NOTHING,
  drawn: new Set(),
  colouring: "type",
  table: false,
  hidden: { type: new Set(), status: new Set(), document: new Set(), relation: new Set() },
  confidence: 0,
  dates: null,
  undated: true,
};

/** The statements and pairs that the filters let through. */
const visible = {
  statements: new Set(statements),
  facts: facts.slice(),
  pairs: new Map(),
  entities: new Set(),
};

const subscribers = { selection: [], filters: [], hover: [], theme: [], drawn: [], learned: [] };

/** What a page that a server hands out can ask it for; null in a file, which asks for nothing. */
let beyond = null;

function subscribe(kinds, listener) {
  for (const kind of kinds.split(" ")) subscribers[kind].push(listener);
}

function publish(kind) {
  for (const listener of subscribers[kind]) listener();
}

/** In an embedded frame (srcdoc) there is no address to keep the selection in, and no storage. */
const embedded = location.protocol === "about:";

// ---- selection

function select(selection, options) {
  if (options && options.onTrail && state.selection.kind !== "nothing")
    state.trail.push(state.selection);
  if (!options || !options.onTrail) state.trail = [];
  state.selection = selection;
  for (const entity of mentioned(selection)) drawEntity(entity);
  remember();
  publish("selection");
}

const selectEntity = (entity, options) => select({ kind: "entity", entity }, options);
const clearSelection = () => select(NOTHING);

function goBack() {
  const last = state.trail.pop();
  const rest = state.trail;
  select(last || NOTHING);
  state.trail = rest;
  publish("selection");
}

/** The entities that a selection is about. */
function mentioned(selection) {
  if (selection.kind === "entity") return [selection.entity];
  if (selection.kind === "pair") return [selection.pair.from, selection.pair.to];
  if (selection.kind === "fact")
    return [selection.fact.subject, selection.fact.object].filter(Boolean);
  if (selection.kind === "path") return selection.pairs.flatMap((pair) => [pair.from, pair.to]);
  return [];
}

function drawEntity(entity) {
  if (state.drawn.has(entity)) return;
  state.drawn.add(entity);
  publish("drawn");
}

function remember() {
  if (embedded) return;
  const { kind } = state.selection;
  let id = "";
  if (kind === "entity") id = state.selection.entity.id;
  if (kind === "fact") id = state.selection.fact.statements[0].id;
  if (kind === "document") id = state.selection.document.id;
  let anchor = encodeURIComponent(id);
  if (kind === "path") {
    const ends = [state.selection.from, state.selection.to];
    anchor = `path=${ends.map((end) => encodeURIComponent(end.id)).join("&")}`;
  }
  try {
    const bare = location.href.split("#")[0];
    history.replaceState(null, "", anchor ? `${bare}#${anchor}` : bare);
  } catch {
    // Some viewers forbid changes of the address; the selection then lives in memory alone.
  }
}

/** Select what the address points at: an entity, a statement, a document or a path, by ids. */
function followAddress() {
  let id = "";
  let ends = [];
  try {
    id = decodeURIComponent(location.hash.slice(1));
    const asked = /^#path=([^&]+)&([^&]+)$/.exec(location.hash) || [];
    ends = asked.slice(1).map((end) => entityById.get(decodeURIComponent(end)));
  } catch {
    return false;
  }
  if (ends.length && ends.every(Boolean)) {
    select(pathBetween(...ends));
    return true;
  }
  if (!id) return false;
  const entity = entityById.get(id);
  const statement = statementById.get(id);
  const source = documentById.get(id);
  if (entity) selectEntity(entity);
  else if (statement) select({ kind: "fact", fact: statement.fact });
  else if (source) select({ kind: "document", document: source });
  return Boolean(entity || statement || source);
}

// ---- filters

function passes(statement) {
  const { type, status, document, relation } = state.hidden;
  return (
    statement.confidence >= state.confidence &&
    !status.has(statement.status) &&
    !document.has(statement.document) &&
    !relation.has(statement.relation.phrase) &&
    !type.has(statement.subject.type) &&
    !(statement.object && type.has(statement.object.type)) &&
    inRange(statement)
  );
}

function inRange(statement) {
  if (!statement.when) return state.undated;
  return (
    !state.dates || (statement.when.to >= state.dates.from && statement.when.from <= state.dates.to)
  );
}

function applyFilters() {
  visible.statements = new Set(statements.filter(passes));
  visible.facts = facts.filter((fact) =>
    fact.statements.some((each) => visible.statements.has(each)),
  );
  visible.pairs = new Map();
  visible.entities = new Set();
  for (const fact of visible.facts) {
    visible.entities.add(fact.subject);
    if (fact.object) visible.entities.add(fact.object);
    if (fact.pair) visible.pairs.set(fact.pair.key, fact.pair);
  }
  publish("filters");
}

/** The model has grown. */
function showLearned() {
  publish("learned");
  applyFilters();
}

const seen = (fact) => fact.statements.filter((statement) => visible.statements.has(statement));

function isFiltered() {
  const sets = Object.values(state.hidden);
  return (
    sets.some((set) => set.size) || state.confidence > 0 || Boolean(state.dates) || !state.undated
  );
}

function clearFilters() {
  for (const set of Object.values(state.hidden)) set.clear();
  Object.assign(state, { confidence: 0, dates: null, undated: true });
  applyFilters();
}

// ---- hover: what the pointer is on; a glance, from the panel, outshines the selection

function hover(selection) {
  const { hovered } = state;
  if (
    ["kind", "entity", "pair", "fact", "sentence"].every((key) => hovered[key] === selection[key])
  )
    return;
  state.hovered = selection;
  publish("hover");
}

// ---- theme

function storedTheme() {
  try {
    return embedded ? null : localStorage.getItem("kg-theme");
  } catch {
    return null;
  }
}

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  try {
    if (!embedded) localStorage.setItem("kg-theme", theme);
  } catch {
    // A page opened from a file may have no storage; the theme then lasts as long as the page.
  }
  readPalette();
  publish("theme");
}

function startTheme() {
  const wished = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  document.documentElement.dataset.theme = storedTheme() || wished;
  readPalette();
}

const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
