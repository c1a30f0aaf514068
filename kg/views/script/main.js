// Everything is put to work, and the page says that it is ready.

function startTop() {
  const { entities: all, statements: told } = data.totals;
  const many = data.leftOut ? counted(told, "statement") : counted(facts.length, "fact");
  byId("numbers").textContent = `${counted(all, "entity", "entities")} · ${many}`;
  const tools = {
    "fit-button": ["fit", () => fit(true)],
    "table-button": ["table", () => showTable(!state.table)],
    "theme-button": [
      "theme",
      () => setTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark"),
    ],
    "filter-button": ["filter", () => showLegend(!document.body.classList.contains("legend-open"))],
    "help-button": ["help", () => byId("help").showModal()],
    "zoom-in": ["plus", () => zoomBy(1.3)],
    "zoom-out": ["minus", () => zoomBy(1 / 1.3)],
    "legend-close": ["close", () => showLegend(false)],
  };
  for (const [id, [sign, action]] of Object.entries(tools)) {
    byId(id).prepend(icon(sign));
    byId(id).addEventListener("click", action);
  }
  byId("save-label").prepend(icon("save"));
  for (const [id, action] of [
    ["save-png", savePng],
    ["save-svg", saveSvg],
    ["save-print", () => print()],
  ]) {
    byId(id).addEventListener("click", () => {
      byId("save").open = false;
      action();
    });
  }
  byId("reset").addEventListener("click", clearFilters);
}

function showLegend(wanted) {
  document.body.classList.toggle("legend-open", wanted);
  byId("filter-button").setAttribute("aria-expanded", String(wanted));
}

/** What the canvas leaves out, and how to see it. */
function drawStatusLine() {
  const shown = [...state.drawn].filter(isShown).length;
  const rest = undrawn().length;
  fill(
    byId("status-line"),
    `${shown.toLocaleString("en")} of ${counted(data.totals.entities, "entity", "entities")} drawn`,
    rest ? button(`Draw ${Math.min(rest, 60)} more`, () => drawMore(60), { class: "quiet" }) : null,
  );
  const told = `Graph of ${counted(shown, "entity", "entities")} and ${counted(shownPairs().length, "connection")}. Arrow keys walk from entity to entity. The table holds the same facts.`;
  byId("stage").setAttribute("aria-label", told);
}

function startKeys() {
  const keys = {
    "/": () => box.focus(),
    f: () => fit(true),
    t: () => showTable(!state.table),
    "?": () => byId("help").showModal(),
    Escape: onEscape,
  };
  document.addEventListener("keydown", (event) => {
    const typing =
      /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName) &&
      event.target.type !== "checkbox" &&
      event.target.type !== "range";
    if (
      typing ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      !keys[event.key] ||
      byId("help").open
    )
      return;
    event.preventDefault();
    keys[event.key]();
  });
}

function onEscape() {
  if (document.body.classList.contains("legend-open")) showLegend(false);
  else if (state.selection.kind !== "nothing") leave();
}

function leave() {
  clearSelection();
  reveal();
}

function announceSelection() {
  if (state.selection.kind !== "nothing") announce(byId("panel-heading").textContent);
}

function start() {
  startTheme();
  startTop();
  applyFilters();
  startCanvas();
  startLegend();
  startPanel();
  startSearch();
  startTable();
  startKeys();
  subscribe("drawn filters", drawStatusLine);
  subscribe("selection", announceSelection);
  fit(false);
  drawStatusLine();
  addEventListener("hashchange", () => followAddress() && reveal());
  if (!followAddress() && data.focus) selectEntity(entityById.get(data.focus));
  reveal(false);
  network.once("afterDrawing", () => {
    document.documentElement.dataset.ready = String(Math.round(performance.now()));
  });
  network.redraw();
}

/** For scripts and tests: what is on screen, in pixels of the canvas. */
globalThis.kgView = Object.freeze({
  labels: () =>
    painted.labels.map(({ x, y, w, h, text, entity }) => ({
      x,
      y,
      w,
      h,
      text,
      id: entity ? entity.id : null,
    })),
  nodes: () => painted.nodes.map(({ entity, x, y, r }) => ({ id: entity.id, x, y, r })),
  lines: () =>
    painted.lines.map(({ pair, status, level, width, curve: shape }) => ({
      from: pair.from.id,
      to: pair.to.id,
      status,
      level,
      width,
      middle: pointAt(shape, 0.5),
    })),
});

start();
