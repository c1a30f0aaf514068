// The search box: a combobox over entities, relations, facts and documents, drawn or not.

const box = byId("search");
const list = byId("search-list");
let options = [];
let active = -1;
/** When a path is being sought, the entity it starts from. */
let pathFrom = null;

/** What a search looks through, by kind; read when first needed and kept on the thing. */
const searched = {
  entity: ({ name, aliases }) => [name, ...aliases].join(" \n "),
  fact: factText,
  evidence: (fact) => fact.statements.map((each) => each.sentence.text).join("\n"),
  document: ({ name, id, source, author }) => `${name} ${id} ${source || ""} ${author || ""}`,
};

function haystack(kind, thing) {
  const size = kind === "evidence" ? thing.statements.length : 1;
  const kept = thing[`${kind}Text`];
  if (kept && kept.size === size) return kept.text;
  const text = plain(searched[kind](thing));
  thing[`${kind}Text`] = { size, text };
  return text;
}

const phrasesNow = () => [...new Set(relations.map((relation) => relation.phrase))];

function startSearch() {
  box.addEventListener("input", search);
  box.addEventListener("focus", search);
  box.addEventListener("keydown", onSearchKey);
  box.addEventListener("blur", () => setTimeout(closeUnlessBack, 120));
  list.addEventListener("mousedown", (event) => event.preventDefault());
  setTimeout(() => findings(["\0"], []), 400); // the first letter typed finds all texts read
}

function seekPath(entity) {
  pathFrom = entity;
  box.value = "";
  box.placeholder = `Path from ${entity.name} to…`;
  box.focus();
}

/** Who left the box may have come back to it at once, and sees what is found. */
function closeUnlessBack() {
  if (document.activeElement !== box) closeList();
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

function best(items, textOf, words, size, weight) {
  const found = [];
  for (const item of items) {
    const rank = match(textOf(item), words);
    if (rank >= 0) found.push({ item, rank });
  }
  found.sort((a, b) => a.rank - b.rank || weight(b.item) - weight(a.item));
  return found.slice(0, size).map(({ item }) => item);
}

function search() {
  const words = plain(box.value).split(/\s+/).filter(Boolean);
  options = words.length ? findings(words, []) : [];
  drawList(words.length > 0);
  if (beyond && words.length) searchBeyond(box.value, words);
}

/** What the server finds comes first; it knows all names. */
async function searchBeyond(typed, words) {
  const found = await beyond.search(typed);
  if (box.value !== typed || document.activeElement !== box || !found.length) return;
  options = findings(words, found);
  drawList(true);
}

function findings(words, first) {
  const texts = (kind) => (thing) => haystack(kind, thing);
  const weight = (entity) => entity.neighbours.size + (entity.missing || 0) / 1e6;
  const named = best(entities, texts("entity"), words, 8, weight);
  const found = [...new Set([...first, ...named])].slice(0, 8).map(entityOption);
  if (pathFrom) return found.filter((option) => option.entity !== pathFrom);
  const says = best(phrasesNow(), plain, words, 4, () => 0);
  const sources = best(documents, texts("document"), words, 3, (each) => each.statements.length);
  return [
    ...found,
    ...says.map(relationOption),
    ...foundFacts(words).map(factOption),
    ...sources.map(documentOption),
  ];
}

/** Facts that have the words themselves, then those whose sentences have them. */
function foundFacts(words) {
  const weight = (fact) => fact.confidence;
  const found = ["fact", "evidence"].flatMap((kind) =>
    best(facts, (fact) => haystack(kind, fact), words, 8, weight),
  );
  return [...new Set(found)].slice(0, 8);
}

function entityOption(entity) {
  const from = pathFrom;
  return {
    entity,
    group: pathFrom ? "Path to" : "Entities",
    label: [glyph(entity.type), entity.name],
    note: typeName(entity.type) + (isShown(entity) ? "" : " · not drawn"),
    choose: () => visit(from ? pathBetween(from, entity) : { kind: "entity", entity }),
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
