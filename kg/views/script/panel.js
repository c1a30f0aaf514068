// The panel: what is selected, in words. Without a selection, an overview.

const PAGE = 30;

const VIEWS = {
  nothing: overview,
  entity: entityView,
  pair: pairView,
  fact: factView,
  relation: relationView,
  sentence: sentenceView,
  document: documentView,
  path: pathView,
};

function startPanel() {
  subscribe("selection filters", drawPanel);
  subscribe("hover", echoHover);
  drawPanel();
}

function drawPanel() {
  const { heading, about, body } = VIEWS[state.selection.kind](state.selection);
  const panel = byId("panel");
  fill(
    panel,
    el(
      "header",
      {},
      el(
        "div",
        { class: "panel-top" },
        el("h2", { id: "panel-heading", tabindex: "-1" }, heading),
        state.selection.kind === "nothing" ? null : toolbar(),
      ),
      about,
    ),
    body,
  );
  panel.scrollTop = 0;
  const sought = panel.querySelector(".sought");
  if (sought) sought.scrollIntoView({ block: "center" });
}

function toolbar() {
  return el(
    "div",
    { class: "panel-tools" },
    state.trail.length ? button([icon("back"), "Back"], goBack, { class: "quiet" }) : null,
    button([icon("close"), el("span", { class: "unseen" }, "Close")], leave, {
      class: "quiet close",
      title: "Back to the overview (Esc)",
    }),
  );
}

const spanKey = () =>
  el(
    "p",
    { class: "key" },
    "Marked in the sentences: ",
    ROLES.map((role) => [el("mark", { class: role }, role), " "]),
  );

function factList(some, empty) {
  if (!some.length) return el("p", { class: "empty" }, empty || "No fact passes the filters.");
  return pagedList(el("div", { class: "facts" }), some, PAGE, factCard);
}

// ---- nothing selected

function overview() {
  const told = visible.statements.size;
  const here = documents.filter((source) => source.statements.length || !source.missing);
  const named = new Set(visible.entities);
  for (const { speakers, place } of visible.statements) {
    for (const entity of [...speakers, entityById.get(place)]) if (entity) named.add(entity);
  }
  return {
    heading: "Overview",
    about: el(
      "p",
      { class: "about" },
      `${counted(isFiltered() || data.leftOut ? named.size : entities.length, "entity", "entities")} and ${counted(visible.facts.length, "fact")}, `,
      `said in ${counted(told, "statement")} of ${counted(here.length, "document")}.`,
    ),
    body: [
      partOnly(),
      busiest(),
      sources(),
      el("h3", { class: "section" }, "Facts, best supported first"),
      spanKey(),
      factList([...visible.facts].sort(bySupport)),
    ],
  };
}

const SERVE = () => ["; ", el("code", {}, "kg serve -g DIR"), " shows the whole graph."];

/** Of a graph that is too large for one page: what is here, and how to see the rest. */
function partOnly() {
  if (!data.leftOut) return null;
  const { statements: all, documents: sources } = data.totals;
  return el(
    "p",
    { class: "withheld" },
    `Here are ${statements.length.toLocaleString("en")} of the graph's ${counted(all, "statement")} from ${counted(sources, "document")}, those around the most connected entities first`,
    beyond
      ? ". Search finds every entity, and what you select is fetched."
      : [". Search also finds the names of others", SERVE()],
  );
}

/** What is not here of the statements of an entity or document. */
function missingOf(thing, learn) {
  if (!thing.missing) return null;
  const number = counted(Math.max(thing.missing, 0), "statement");
  if (!beyond) {
    const told =
      thing.missing > 0
        ? `${number} more are not in this file`
        : "What names it is not in this file";
    return el("p", { class: "withheld" }, told, SERVE());
  }
  if (thing.failed) return el("p", { class: "withheld" }, thing.failed);
  return thing.asked
    ? button(`Fetch ${Math.min(thing.missing, 100)} more of ${number}`, learn, {
        class: "quiet more",
      })
    : el("p", { class: "withheld" }, "Fetching the rest …");
}

function busiest() {
  const ranked = [...visible.entities].sort(
    (a, b) => b.neighbours.size - a.neighbours.size || a.index - b.index,
  );
  const chips = ranked.slice(0, 8).map((entity) =>
    button(
      [
        glyph(entity.type),
        shortened(entity.name),
        el("span", { class: "count" }, String(entity.neighbours.size)),
      ],
      () => visit({ kind: "entity", entity }),
      {
        class: "chip-button",
        title: `${entity.name} is tied to ${counted(entity.neighbours.size, "entity", "entities")}`,
      },
    ),
  );
  return chips.length
    ? [el("h3", { class: "section" }, "Most connected"), el("div", { class: "chip-row" }, chips)]
    : null;
}

function sources() {
  const list = el("ul", { class: "sources" });
  const ranked = [...documents].sort(
    (a, b) => (b.date || "").localeCompare(a.date || "") || a.index - b.index,
  );
  pagedList(list, ranked, 6, (source) =>
    el(
      "li",
      {},
      button(source.name, () => visit({ kind: "document", document: source }), {
        class: "entity-link",
      }),
      el(
        "span",
        { class: "muted" },
        [source.source, source.date, counted(source.statements.length, "statement")]
          .filter(Boolean)
          .join(" · "),
      ),
    ),
  );
  return [el("h3", { class: "section" }, "Documents"), list];
}

// ---- an entity

function entityView({ entity }) {
  const mine = entity.facts.filter((fact) => seen(fact).length).sort(bySupport);
  const own = mine.filter((fact) => fact.subject === entity && !fact.object);
  const outward = mine.filter((fact) => fact.subject === entity && fact.object);
  const inward = mine.filter((fact) => fact.subject !== entity);
  const told = entity.said.filter((statement) => visible.statements.has(statement));
  return {
    heading: [glyph(entity.type), entity.name],
    about: [aboutEntity(entity), entityTools(entity)],
    body: [
      mine.length ? spanKey() : null,
      section("Of itself", own),
      section("What it does and is", outward),
      section("What others do and are to it", inward),
      section("Said by it", [...new Set(told.map((statement) => statement.fact))].sort(bySupport)),
      mine.length || told.length || entity.missing ? null : noFact(entity),
      missingOf(entity, () => beyond.entity(entity)),
      elsewhere(entity),
    ],
  };
}

const noFact = ({ facts: any, said }) =>
  el(
    "p",
    { class: "empty" },
    any.length || said.length ? "No fact passes the filters." : "No fact was read about it.",
  );

/**
 * Sentences that speak of the entity, by its name or otherwise, and tell no fact of it: most of
 * what is not understood.
 */
function elsewhere(entity) {
  const named = naming([entity.name, ...entity.aliases].filter((name) => name.length > 2));
  const mentioned = new Set((entity.mentions || []).map((index) => sentences[index]));
  const told = new Set(
    [...entity.facts.flatMap((fact) => fact.statements), ...entity.said].map(
      (each) => each.sentence,
    ),
  );
  const found = sentences.filter(
    (each) => each.text && !told.has(each) && (mentioned.has(each) || named.test(each.text)),
  );
  if (!found.length) return null;
  return [
    el(
      "h3",
      { class: "section" },
      "Also spoken of in",
      el("span", { class: "count" }, String(found.length)),
    ),
    pagedList(
      el("ul", { class: "named-in" }),
      found,
      5,
      (sentence) => namedIn(sentence, named),
      20,
    ),
  ];
}

/** What finds one of these names as whole words; without names, nothing. */
function naming(names) {
  const escaped = names.map((name) => name.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  const any = escaped.length ? escaped.join("|") : "(?!)";
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${any})(?![\\p{L}\\p{N}])`, "u");
}

function namedIn(sentence, named) {
  const { index, 0: name } = named.exec(sentence.text) || { index: 0, 0: "" };
  const { document: source, number, text } = sentence;
  return el(
    "li",
    {},
    el(
      "blockquote",
      {},
      text.slice(0, index),
      name ? el("mark", { class: "subject" }, name) : null,
      text.slice(index + name.length),
    ),
    el(
      "p",
      { class: "source" },
      button(source.name, () => visit({ kind: "document", document: source, sentence }), {
        class: "entity-link",
      }),
      number ? ` · sentence ${number}` : null,
    ),
  );
}

function section(title, some) {
  if (!some.length) return null;
  return [
    el("h3", { class: "section" }, title, el("span", { class: "count" }, String(some.length))),
    factList(some),
  ];
}

function aboutEntity(entity) {
  const links = entity.sameAs.map((address) => {
    const safe = safeUrl(address);
    const short = address.replace(/^https?:\/\/(www\.)?/, "").replace(/\/$/, "");
    return safe ? outwardLink(safe, short) : el("span", {}, short);
  });
  return [
    el(
      "p",
      { class: "about" },
      `${typeName(entity.type)} · ${counted(entity.facts.length, "fact")} · tied to ${counted(entity.neighbours.size, "entity", "entities")}`,
      entity.quantity ? ` · quantity ${entity.quantity}` : null,
    ),
    entity.aliases.length
      ? el("p", { class: "about" }, "also called ", entity.aliases.join(", "))
      : null,
    links.length
      ? el(
          "p",
          { class: "about" },
          "the same as ",
          links.flatMap((link, i) => (i ? [", ", link] : [link])),
        )
      : null,
  ];
}

function entityTools(entity) {
  const unknown = Math.max((entity.tiedTo || 0) - entity.neighbours.size, 0);
  const more = undrawnNeighbours(entity).length + unknown;
  const onCanvas = isShown(entity);
  return el(
    "div",
    { class: "entity-tools" },
    onCanvas
      ? button([icon("target"), "Centre"], () => show([entity, ...entity.neighbours]))
      : null,
    more
      ? button([icon("plus"), `${more} more`], () => expand(entity), {
          title: `Draw the ${counted(more, "neighbour")} not drawn yet (e)`,
        })
      : null,
    entity.neighbours.size ? button([icon("path"), "Path to…"], () => seekPath(entity)) : null,
  );
}

// ---- relations between two, one fact, one sentence, one kind of relation

function pairView({ pair }) {
  const back = pairs.get(pairKey(pair.to, pair.from));
  const both = [pair, back === pair ? null : back].filter(Boolean).flatMap((each) => each.facts);
  return {
    heading: [
      glyph(pair.from.type),
      pair.from.name,
      el("span", { class: "muted" }, back ? " ↔ " : " → "),
      glyph(pair.to.type),
      pair.to.name,
    ],
    about: el("p", { class: "about" }, counted(both.length, "fact"), " between them"),
    body: [spanKey(), factList(both.filter((fact) => seen(fact).length).sort(bySupport))],
  };
}

function factView({ fact }) {
  return {
    heading: factText(fact),
    about: el("p", { class: "about" }, `said in ${counted(fact.statements.length, "statement")}`),
    body: [spanKey(), factList(seen(fact).length ? [fact] : [])],
  };
}

function sentenceView({ sentence }) {
  const told = new Set(sentence.statements.map((statement) => statement.fact));
  return {
    heading: sentence.number ? `Sentence ${sentence.number}` : "One sentence",
    about: el("p", { class: "about" }, `of ${sentence.document.name}`),
    body: [spanKey(), factList([...told].filter((fact) => seen(fact).length))],
  };
}

function relationView({ phrase, relations: some }) {
  const found = some.flatMap((each) => each.facts).filter((fact) => seen(fact).length);
  return {
    heading: [el("span", { class: "muted" }, "relation "), phrase],
    about: el("p", { class: "about" }, counted(found.length, "fact")),
    body: [spanKey(), factList(found.sort(bySupport))],
  };
}

// ---- a document

function documentView({ document: source, statement, sentence }) {
  const address = safeUrl(source.url);
  const told = source.statements.filter((each) => visible.statements.has(each));
  const found = [...new Set(told.map((each) => each.fact))];
  const origin = [source.author, source.source, source.date].filter(Boolean).join(" · ");
  return {
    heading: source.name,
    about: [
      el(
        "p",
        { class: "about" },
        origin,
        origin && address ? " · " : null,
        address ? outwardLink(address, "source ↗") : null,
      ),
      el(
        "p",
        { class: "about" },
        counted(found.length, "fact"),
        " read from it. Marked words lead to what they name, numbers to a sentence's facts.",
      ),
    ],
    body: [
      missingOf(source, () => beyond.document(source)),
      documentText(source, statement ? statement.sentence : sentence),
      el("h3", { class: "section" }, "Its facts"),
      spanKey(),
      factList(found),
    ],
  };
}

// ---- a path

function pathView({ from, to, pairs: steps }) {
  const heading = [from.name, el("span", { class: "muted" }, " … "), to.name];
  if (!steps.length) {
    return {
      heading,
      about: el(
        "p",
        { class: "about" },
        "No chain of facts that pass the filters leads from one to the other.",
      ),
      body: null,
    };
  }
  const cards = steps.map((pair) =>
    factCard(pair.facts.filter((fact) => seen(fact).length).sort(bySupport)[0]),
  );
  return {
    heading,
    about: el(
      "p",
      { class: "about" },
      `${counted(steps.length, "step")}, directions aside; each with its best supported fact`,
    ),
    body: [
      spanKey(),
      el(
        "ol",
        { class: "steps" },
        cards.map((card) => el("li", {}, card)),
      ),
    ],
  };
}

function pathBetween(from, to) {
  const steps = shortestPath(from, to, (pair) => visible.pairs.has(pair.key)) || [];
  return { kind: "path", from, to, pairs: steps };
}
