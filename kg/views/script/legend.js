// The legend is the filter: what each sign means, how often it occurs, and a box to leave it out.

const LONG_LIST = { type: 12, status: 5, document: 5, relation: 6 };

/** Elements that follow the state have a method `refresh`. */
function startLegend() {
  subscribe("learned", fillLegend);
  subscribe("filters theme", drawLegend);
  fillLegend();
}

function fillLegend() {
  fill(byId("legend-body"), [
    group("Entity type", "type", typeRows()),
    group("Status", "status", statusRows()),
    confidenceGroup(),
    timelineGroup(),
    group("Document", "document", documentRows()),
    group("Relation", "relation", relationRows()),
    colouringGroup(),
  ]);
  drawLegend();
}

function drawLegend() {
  const rest = statements.length - visible.statements.size;
  const reset = byId("reset");
  reset.hidden = !isFiltered();
  reset.textContent = rest ? `Show all (${rest.toLocaleString("en")} hidden)` : "Show all";
  for (const part of byId("legend-body").querySelectorAll("*")) {
    if (part.refresh) part.refresh();
  }
}

function group(title, kind, rows) {
  if (rows.length < 1) return null;
  const list = el("div", { class: "rows" });
  pagedList(list, rows, LONG_LIST[kind], (row) => filterRow(kind, row), 40);
  const all = rows.map((row) => row.value);
  const word = el("span", {}, "none");
  const only = button(
    [word, el("span", { class: "unseen" }, ` of ${title}`)],
    () => hideAll(kind, all),
    { class: "quiet tiny" },
  );
  word.refresh = () => (word.textContent = state.hidden[kind].size ? "all" : "none");
  return el("fieldset", {}, el("legend", {}, title), only, list);
}

function hideAll(kind, values) {
  const hidden = state.hidden[kind];
  if (hidden.size) hidden.clear();
  else for (const value of values) hidden.add(value);
  applyFilters();
}

function filterRow(kind, { value, label, sign, count }) {
  const hidden = state.hidden[kind];
  const box = el("input", {
    type: "checkbox",
    on: { change: () => toggle(hidden, value, box.checked) },
  });
  box.refresh = () => (box.checked = !hidden.has(value));
  box.refresh();
  return el(
    "label",
    { class: "row" },
    box,
    sign || null,
    el("span", { class: "name", title: label }, label),
    el("span", { class: "count" }, count.toLocaleString("en")),
  );
}

function toggle(hidden, value, wanted) {
  if (wanted) hidden.delete(value);
  else hidden.add(value);
  applyFilters();
  announce(`${counted(visible.statements.size, "statement")} shown`);
}

/** How many items share each key, as a Map. */
function tally(items, keyOf) {
  const counts = new Map();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) || 0) + 1);
  return counts;
}

function typeRows() {
  const told = entities.filter((entity) => entity.facts.length || !entity.missing);
  const counts = tally(told, (entity) => entity.type);
  const known = [
    ...data.types,
    ...[...counts.keys()].filter((type) => !data.types.includes(type)).sort(),
  ];
  return known
    .filter((type) => counts.has(type))
    .map((type) => ({
      value: type,
      label: typeName(type),
      sign: glyph(type),
      count: counts.get(type),
    }));
}

function statusRows() {
  const counts = tally(statements, (statement) => statement.status);
  return STATUS_ORDER.filter((status) => counts.has(status)).map((status) => ({
    value: status,
    label: status,
    sign: stroke(status),
    count: counts.get(status),
  }));
}

function documentRows() {
  const ranked = documents
    .filter((source) => source.statements.length)
    .sort((a, b) => b.statements.length - a.statements.length || a.index - b.index);
  return ranked.map((source) => ({
    value: source,
    label: source.name,
    count: source.statements.length,
  }));
}

function relationRows() {
  const counts = tally(statements, (statement) => statement.relation.phrase);
  const ranked = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  return ranked.map(([phrase, count]) => ({ value: phrase, label: phrase, count }));
}

function confidenceGroup() {
  const value = el("output", {}, "0.00");
  const slider = el("input", {
    type: "range",
    min: 0,
    max: 1,
    step: 0.05,
    value: 0,
    "aria-label": "Least confidence",
    on: {
      input: () => {
        state.confidence = Number(slider.value);
        applyFilters();
      },
    },
  });
  slider.refresh = () => {
    slider.value = state.confidence;
    value.textContent = state.confidence.toFixed(2);
  };
  return el("fieldset", {}, el("legend", {}, "Confidence at least"), value, slider);
}

function colouringGroup() {
  const rows = [
    ["type", "entity type"],
    ["community", "community"],
  ].map(([value, label]) =>
    el(
      "label",
      { class: "row" },
      el("input", {
        type: "radio",
        name: "colouring",
        checked: state.colouring === value,
        on: {
          change: () => {
            state.colouring = value;
            publish("theme");
          },
        },
      }),
      el("span", { class: "name" }, label),
    ),
  );
  const key = el("div", { class: "rows", hidden: true }, communityRows());
  key.refresh = () => {
    key.hidden = state.colouring !== "community";
    document.body.classList.toggle("by-community", state.colouring === "community");
  };
  return el("fieldset", {}, el("legend", {}, "Colour by"), el("div", { class: "rows" }, rows), key);
}

/** The coloured communities, each named after its busiest member. */
function communityRows() {
  return Array.from({ length: COMMUNITY_COLOURS }, (_, i) => {
    const members = entities.filter((entity) => entity.community === i);
    members.sort((a, b) => b.neighbours.size - a.neighbours.size || a.index - b.index);
    if (!members.length) return null;
    return el(
      "div",
      { class: "row" },
      glyph("Person", `var(--community-${i})`),
      el("span", { class: "name" }, `around ${members[0].name}`),
      el("span", { class: "count" }, String(members.length)),
    );
  });
}
