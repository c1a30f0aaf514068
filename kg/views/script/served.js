// What a page asks of the server that handed it out, beyond what it holds: names that match a
// search, all statements of an entity, its neighbours, a whole document. What arrives enters the
// model, and from there the screen, like what was there from the beginning. This part is in no
// page that is written to a file.

const A_PAGE = 100;

async function ask(...steps) {
  const query = typeof steps.at(-1) === "object" ? `?${new URLSearchParams(steps.pop())}` : "";
  const answer = await fetch(`${data.api}/${steps.map(encodeURIComponent).join("/")}${query}`);
  const told = await answer.json();
  if (!answer.ok) throw new Error(told.error.message);
  return told;
}

/** An action on a thing that tells the reader when the server fails, and does nothing twice. */
function once(action) {
  const busy = new Set();
  return async (thing) => {
    if (busy.has(thing)) return;
    busy.add(thing);
    try {
      await action(thing);
    } catch (error) {
      announce(`The server did not answer: ${error.message}`);
      thing.failed = error.message;
      publish("filters");
    }
    busy.delete(thing);
  };
}

// ---- an answer enters the model

const letters = (text) => [...text];
/** Offsets of the graph count code points; a script counts UTF-16 units. */
const inUnits = (points, offset) => points.slice(0, offset).join("").length;

function learnStatements(told) {
  for (const [id, { name, type }] of Object.entries(told.entities)) {
    if (!entityById.has(id)) addEntity({ id, name, type, missing: 1 });
  }
  for (const [id, about] of Object.entries(told.documents || {})) {
    if (!documentById.has(id)) addDocument({ id, ...about, missing: 1 });
  }
  for (const row of told.statements) if (!statementById.has(row.id)) learnStatement(row);
}

function learnStatement(row) {
  const { text, start } = row.sentence;
  const points = letters(text);
  const spans = ROLES.flatMap((role) =>
    (row.spans[role] || [-1, -1]).map((at) => (at < start ? -1 : inUnits(points, at - start))),
  );
  const value = row.value === null ? { value: "true", datatype: "boolean" } : null;
  addStatement({
    ...row,
    spans,
    sentence: sentenceOf(documentById.get(row.document), text),
    subject: entityById.get(row.subject),
    relation: relationOf(row),
    object: row.object === null ? null : entityById.get(row.object),
    literal: row.object === null ? value || { value: row.value, datatype: "string" } : null,
    speakers: row.speakers.map((id) => entityById.get(id)),
    surface: text.slice(spans[2], spans[3]),
    time: row.time && row.time.replace("/", " to "),
    days: daysOf(row.time || ""),
  });
}

function sentenceOf(source, text) {
  const known = source.sentences.find((sentence) => sentence.text === text);
  return known || addSentence({ document: source, text, number: null, opens: LEFT_OUT });
}

function relationOf({ property, relation: phrase }) {
  const known = relations.find((each) => each.property === property && each.phrase === phrase);
  return known || addRelation({ property, phrase });
}

const DATE = /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?$/;

/** First and last day, from 1 January 1970, of a year, month, day or stretch of these; or null. */
function daysOf(time) {
  const ends = time.split("/").map((end) => DATE.exec(end));
  if (!ends.every(Boolean)) return null;
  const day = (year, month, date) => Date.UTC(year, month, date) / 864e5;
  const [from] = ends;
  const [year, month, date] = ends[ends.length - 1].slice(1).map((part) => part && Number(part));
  const after = date
    ? day(year, month - 1, date + 1)
    : month
      ? day(year, month, 1)
      : day(year + 1, 0, 1);
  return [day(from[1], (from[2] || 1) - 1, from[3] || 1), after - 1];
}

// ---- what is asked

async function searchServer(typed) {
  try {
    const { entities: found } = await ask("search", { q: typed.slice(0, 200), limit: 8 });
    return found.map(
      ({ id, name, type, statements: number }) =>
        entityById.get(id) || addEntity({ id, name, type, missing: number }),
    );
  } catch {
    return []; // what the page holds is found all the same
  }
}

/** The next statements of an entity that the page does not hold, a hundred at a time. */
async function learnEntity(entity) {
  const offset = entity.asked || 0;
  const [about, told] = await Promise.all([
    ask("entities", entity.id),
    ask("entities", entity.id, "statements", { limit: A_PAGE, offset }),
  ]);
  const { aliases, quantity, same_as: sameAs, neighbours: tiedTo } = about;
  Object.assign(entity, { aliases, quantity, sameAs, tiedTo, asked: offset + A_PAGE });
  learnStatements(told);
  entity.missing = Math.max(told.total - held(entity), 0);
  showLearned();
}

const held = (entity) =>
  new Set([...entity.facts.flatMap((fact) => fact.statements), ...entity.said]).size;

/** The next neighbours of an entity, with what joins them. */
async function learnNeighbours(entity) {
  const offset = entity.askedNeighbours || 0;
  const told = await ask("entities", entity.id, "neighbours", { limit: EXPAND_BY, offset });
  entity.askedNeighbours = offset + EXPAND_BY;
  entity.tiedTo = told.total;
  learnStatements(told);
  showLearned();
}

/** A document with all its sentences. */
async function learnDocument(source) {
  const told = await ask("documents", source.id);
  learnStatements({ ...told.said, documents: {} });
  const known = new Map(source.sentences.map((sentence) => [sentence.text, sentence]));
  let end = 0;
  source.sentences = told.sentences.map(({ start, text }, i) => {
    const sentence = known.get(text) || addSentence({ document: source, text });
    known.delete(text);
    Object.assign(sentence, { number: i + 1, opens: Number(i === 0 || start > end + 1) });
    end = start + letters(text).length;
    return sentence;
  });
  const { author, url } = told;
  Object.assign(source, { author, url, missing: null, whole: true });
  showLearned();
}

beyond = {
  search: searchServer,
  entity: once(learnEntity),
  neighbours: once(learnNeighbours),
  document: once(learnDocument),
};

/** What is selected and not wholly here is asked for at once. */
subscribe("selection", () => {
  const { kind, entity, document: source } = state.selection;
  if (kind === "entity" && entity.missing && !entity.asked) beyond.entity(entity);
  if (kind === "document" && source.missing && !source.whole) beyond.document(source);
});
