// A fact and the sentences that say it, with the words marked that were read as subject,
// relation and object.

const ROLES = ["subject", "relation", "object"];

/** The sentence with its spans marked; spans may nest or overlap, so it is cut at every edge. */
function markedSentence(statement) {
  const { text } = statement.sentence;
  const spans = ROLES.map((role, i) => ({
    role,
    begin: statement.spans[2 * i],
    end: statement.spans[2 * i + 1],
  }));
  const known = spans.filter((span) => span.begin >= 0);
  const cuts = [
    ...new Set([0, text.length, ...known.flatMap((span) => [span.begin, span.end])]),
  ].sort((a, b) => a - b);
  return cuts.slice(1).map((end, i) => {
    const roles = known
      .filter((span) => span.begin <= cuts[i] && span.end >= end)
      .map((span) => span.role);
    const words = text.slice(cuts[i], end);
    return roles.length
      ? el("mark", { class: roles.join(" "), title: roles.join(" and ") }, words)
      : words;
  });
}

function entityLink(entity) {
  return button(entity.name, () => visit({ kind: "entity", entity }), {
    class: "entity-link",
    title: `${typeName(entity.type)}: show its facts`,
  });
}

/** Select from within the panel: the way back is kept. */
function visit(selection) {
  select(selection, { onTrail: true });
  reveal();
}

function statusBadge(status) {
  const { says, negated } = STATUSES[status];
  return el(
    "span",
    { class: `badge${negated ? " negated" : ""}`, title: says },
    stroke(status),
    status,
  );
}

function confidenceBar(value) {
  return el(
    "span",
    { class: "confidence", title: "How sure the extraction is" },
    svg(
      "svg",
      { viewBox: "0 0 40 6", "aria-hidden": "true" },
      svg("rect", { class: "groove", width: 40, height: 6, rx: 3 }),
      svg("rect", { class: "level", width: Math.max(40 * value, 3), height: 6, rx: 3 }),
    ),
    el("span", {}, el("span", { class: "unseen" }, "confidence "), value.toFixed(2)),
  );
}

/** On whose word it stands: the nearest speaker first, then who reports that. */
function saidBy(statement) {
  if (!statement.speakers.length) return null;
  const chain = statement.speakers.flatMap((speaker, i) => [
    i ? ", according to " : "",
    entityLink(speaker),
  ]);
  return el("p", { class: "said-by" }, "said by ", chain);
}

function circumstances(statement) {
  const { time, place, ended } = statement;
  const where = place && entityById.get(place);
  const items = [
    time && el("span", { class: "chip" }, "time ", el("b", {}, time)),
    place &&
      el("span", { class: "chip" }, "place ", where ? entityLink(where) : el("b", {}, place)),
    ended && el("span", { class: "chip" }, ended === true ? "no longer so" : `until ${ended}`),
  ].filter(Boolean);
  return items.length ? el("p", { class: "chips" }, items) : null;
}

function sourceLine(statement) {
  const { document: source, number } = statement.sentence;
  const address = safeUrl(source.url);
  return el(
    "p",
    { class: "source" },
    button(source.name, () => visit({ kind: "document", document: source, statement }), {
      class: "entity-link",
      title: "Read the document with its facts marked",
    }),
    address
      ? [" ", outwardLink(address, el("span", { class: "unseen" }, "source, in a new tab "), "↗")]
      : null,
    number ? ` · sentence ${number}` : null,
    source.date ? ` · ${source.date}` : null,
  );
}

function provenance(statement) {
  const { cues, rule, id, relation, surface, sentence } = statement;
  const rows = [
    ["wording", surface || (sentence.text && "(implied)")],
    ["cue", cues.join(", ")],
    ["rule", rule],
    ["property", relation.property],
    ["statement", id],
  ].filter(([, value]) => value);
  return el(
    "details",
    { class: "provenance" },
    el("summary", {}, "How it was read"),
    el(
      "dl",
      {},
      rows.map(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]),
    ),
  );
}

/** The sentence, or that the page was written without the wording of its documents. */
function quotation(statement) {
  return statement.sentence.text
    ? el("blockquote", {}, markedSentence(statement))
    : el("p", { class: "withheld" }, "The wording is withheld.");
}

function evidence(statement) {
  return el(
    "div",
    { class: "evidence" },
    el(
      "div",
      { class: "verdict" },
      statusBadge(statement.status),
      confidenceBar(statement.confidence),
    ),
    saidBy(statement),
    quotation(statement),
    circumstances(statement),
    sourceLine(statement),
    provenance(statement),
  );
}

function factHeadline(fact, level) {
  return el(
    level || "h3",
    { class: "fact-headline" },
    entityLink(fact.subject),
    ` ${fact.relation.phrase} `,
    fact.object ? entityLink(fact.object) : el("span", { class: "literal" }, objectText(fact)),
  );
}

/** A fact with its statements; beyond two the rest waits behind a button. */
function factCard(fact) {
  const said = seen(fact);
  const card = el("article", { class: "fact" }, factHeadline(fact));
  pagedList(card, said, 2, evidence, 20);
  return fact.pair ? glancing(card, { kind: "fact", fact }) : card;
}

/** While the pointer rests on the element, the canvas brings forward what it is about. */
function glancing(element, selection) {
  element.addEventListener("mouseenter", () => hover({ ...selection, glance: true }));
  element.addEventListener("mouseleave", (event) => {
    const around = element.parentElement && element.parentElement.closest(".told");
    if (around && around.contains(event.relatedTarget))
      around.dispatchEvent(new Event("mouseenter"));
    else hover(NOTHING);
  });
  return element;
}

// ---- a document with its facts marked

/** The stretches of a sentence that statements rest on, in order, with the entity each names. */
function stretches(told) {
  const spans = told.flatMap(({ spans: [a, b, c, d, e, f], subject, object }) => [
    { begin: a, end: b, entity: subject },
    { begin: c, end: d, entity: null },
    { begin: e, end: f, entity: object },
  ]);
  const known = spans.filter(({ begin }) => begin >= 0);
  known.sort((one, other) => one.begin - other.begin || other.end - one.end);
  const joined = [];
  for (const span of known) {
    const last = joined[joined.length - 1];
    if (!last || span.begin >= last.end) joined.push({ ...span });
    else if (span.end > last.end) joined.push({ ...span, begin: last.end, entity: null });
  }
  return joined;
}

/** Words that name an entity lead to it, and bring it forward in the graph while pointed at. */
function readStretch({ entity }, words) {
  if (!entity) return el("mark", { class: "read" }, words);
  const follow = (event) => {
    event.preventDefault();
    visit({ kind: "entity", entity });
  };
  const href = `#${encodeURIComponent(entity.id)}`; // a button would not break over lines
  const title = `${entity.name}: show its facts`;
  const link = el("a", { class: "read", href, title, on: { click: follow } }, words);
  return glancing(link, { kind: "entity", entity });
}

function readableSentence(sentence) {
  const told = sentence.statements.filter((statement) => visible.statements.has(statement));
  const { text } = sentence;
  if (!told.length) return el("span", { class: "sentence" }, text, " ");
  const pieces = [];
  let at = 0;
  for (const span of stretches(told)) {
    pieces.push(text.slice(at, span.begin), readStretch(span, text.slice(span.begin, span.end)));
    at = span.end;
  }
  const shown = el(
    "span",
    { class: "sentence told" },
    pieces,
    text.slice(at),
    button(String(told.length), () => visit({ kind: "sentence", sentence }), {
      class: "told-count",
      title: told.map((statement) => factText(statement.fact)).join("\n"),
      "aria-label": `${counted(told.length, "fact")} in this sentence`,
    }),
    " ",
  );
  shown.about = new Set(told.flatMap(({ subject, object }) => [subject, object]));
  return glancing(shown, { kind: "sentence", sentence });
}

/** The sentences of the document that is read which tell of what the pointer is on in the graph. */
function echoHover() {
  const { entity, pair, glance } = state.hovered;
  for (const shown of byId("panel").querySelectorAll(".told")) {
    const named = entity ? [entity] : pair ? [pair.from, pair.to] : [];
    const meant = !glance && named.length && named.every((each) => shown.about.has(each));
    shown.classList.toggle("echo", Boolean(meant));
  }
}

/** What `opens` says where sentences before this one are not in the page. */
const LEFT_OUT = 2;

function documentText(source, sought) {
  const text = el("div", { class: "document-text" });
  let paragraph = null;
  for (const sentence of source.sentences) {
    if (sentence.opens || !paragraph) text.append((paragraph = el("p", {})));
    if (sentence.opens === LEFT_OUT) paragraph.append("… ");
    const shown = readableSentence(sentence);
    if (sentence === sought) shown.classList.add("sought");
    paragraph.append(shown);
  }
  return text;
}
