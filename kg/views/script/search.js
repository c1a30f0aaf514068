// The search box: a combobox over entities, relations, facts and documents, drawn or not.

const box = byId("search");
const list = byId("search-list");
let options = [];
let active = -1;
/** When a path is being sought, the entity it starts from. */
let pathFrom = null;

const haystacks = {
  entities: entities.map((entity) => plain([entity.name, ...entity.aliases].join(" \n "))),
  facts: facts.map((fact) => plain(factText(fact))),
  evidence: facts.map((fact) =>
    plain(fact.statements.map((each) => each.sentence.text).join("\n")),
  ),
  documents: documents.map((source) =>
    plain(`${source.name} ${source.id} ${source.source || ""} ${source.author || ""}`),
  ),
};

const phrases = [...new Set(relations.map((relation) => relation.phrase))];

function startSearch() {
  box.addEventListener("input", search);
  box.addEventListener("focus", search);
  box.addEventListener("keydown", onSearchKey);
  box.addEventListener("blur", () => setTimeout(closeList, 120));
  list.addEventListener("mousedown", (event) => event.preventDefault());
}

function seekPath(entity) {
  pathFrom = entity;
  box.value = "";
  box.placeholder = `Path from ${entity.name} to…`;
  box.focus();
}

function closeList() {
  fill(list);
  list.hidden = true;
  box.setAttribute("aria-expanded", "false");
  box.removeAttribute("aria-activedescendant");
  if (document.activeElement !== box && pathFrom) {
    pathFrom = null;
    box.placeholder = box.dataset.placeholder;
  }
}

/** Rank: the name itself, a beginning of it, a beginning of a word, inside a word. */
function match(haystack, words) {
  let worst = 0;
  for (const word of words) {
    const at = haystack.indexOf(word);
    if (at < 0) return -1;
    const rank = haystack === word ? 0 : at === 0 ? 1 : haystack.includes(` ${word}`) ? 2 : 3;
    worst = Math.max(worst, rank);
  }
  return worst;
}

function best(items, texts, words, size, weight) {
  const found = [];
  items.forEach((item, i) => {
    const rank = match(texts[i], words);
    if (rank >= 0) found.push({ item, rank });
  });
  found.sort((a, b) => a.rank - b.rank || weight(b.item) - weight(a.item));
  return found.slice(0, size).map(({ item }) => item);
}

function search() {
  const words = plain(box.value).split(/\s+/).filter(Boolean);
  options = words.length ? findings(words) : [];
  drawList(words.length > 0);
}

function findings(words) {
  const found = best(
    entities,
    haystacks.entities,
    words,
    8,
    (entity) => entity.neighbours.size,
  ).map(entityOption);
  if (pathFrom) return found.filter((option) => option.entity !== pathFrom);
  const says = best(phrases, phrases.map(plain), words, 4, () => 0);
  return [
    ...found,
    ...says.map(relationOption),
    ...foundFacts(words).map(factOption),
    ...best(documents, haystacks.documents, words, 3, (source) => source.statements.length).map(
      documentOption,
    ),
  ];
}

/** Facts that have the words themselves, then those whose sentences have them. */
function foundFacts(words) {
  const weight = (fact) => fact.confidence;
  const found = best(facts, haystacks.facts, words, 8, weight);
  return [...new Set([...found, ...best(facts, haystacks.evidence, words, 8, weight)])].slice(0, 8);
}

function entityOption(entity) {
  return {
    entity,
    group: pathFrom ? "Path to" : "Entities",
    label: [glyph(entity.type), entity.name],
    note: typeName(entity.type) + (state.drawn.has(entity) ? "" : " · not drawn"),
    choose: () => (pathFrom ? findPath(pathFrom, entity) : visit({ kind: "entity", entity })),
  };
}

function relationOption(phrase) {
  const some = relations.filter((relation) => relation.phrase === phrase);
  const number = some.reduce((sum, relation) => sum + relation.facts.length, 0);
  return {
    group: "Relations",
    label: [phrase],
    note: counted(number, "fact"),
    choose: () => visit({ kind: "relation", phrase, relations: some }),
  };
}

function factOption(fact) {
  return {
    group: "Facts",
    label: [factText(fact)],
    note: [...new Set(fact.statements.map((statement) => statement.status))].join("; "),
    choose: () => visit({ kind: "fact", fact }),
  };
}

function documentOption(source) {
  return {
    group: "Documents",
    label: [source.name],
    note: source.date || "",
    choose: () => visit({ kind: "document", document: source }),
  };
}

function drawList(asked) {
  active = options.length ? 0 : -1;
  const rows = [];
  let last = "";
  options.forEach((option, i) => {
    if (option.group !== last)
      rows.push(el("li", { class: "group", role: "presentation" }, option.group));
    last = option.group;
    rows.push(
      el(
        "li",
        {
          role: "option",
          id: `option-${i}`,
          "aria-selected": "false",
          on: { click: () => choose(i) },
        },
        el("span", { class: "label" }, option.label),
        el("span", { class: "note" }, option.note),
      ),
    );
  });
  if (asked && !options.length)
    rows.push(el("li", { class: "group", role: "presentation" }, "Nothing found"));
  fill(list, rows);
  list.hidden = !asked;
  box.setAttribute("aria-expanded", String(asked));
  markActive();
}

function markActive() {
  options.forEach((_, i) =>
    byId(`option-${i}`).setAttribute("aria-selected", String(i === active)),
  );
  if (active < 0) return;
  box.setAttribute("aria-activedescendant", `option-${active}`);
  byId(`option-${active}`).scrollIntoView({ block: "nearest" });
}

function choose(i) {
  const option = options[i];
  box.value = "";
  fill(list);
  option.choose();
  box.blur();
  closeList();
  byId("panel-heading").focus({ preventScroll: true });
}

function onSearchKey(event) {
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    if (!options.length) return;
    active = (active + (event.key === "ArrowDown" ? 1 : options.length - 1)) % options.length;
    markActive();
  } else if (event.key === "Enter") {
    if (active >= 0) choose(active);
  } else if (event.key === "Escape") {
    box.value = "";
    box.blur();
    closeList();
  } else return;
  event.preventDefault();
  event.stopPropagation();
}
