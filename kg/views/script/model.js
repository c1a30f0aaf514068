// The page's data as objects that refer to each other, and what can be asked of them.
// A statement is what one sentence says; a fact is all statements with the same subject,
// relation and object; a pair is all facts from one entity to another: an edge.

const data = JSON.parse(byId("data").textContent);

function hydrate(table) {
  return table.rows.map((row, index) => {
    const item = { index };
    table.fields.forEach((field, i) => (item[field] = row[i] === undefined ? null : row[i]));
    return item;
  });
}

const documents = hydrate(data.documents);
const sentences = hydrate(data.sentences);
const relations = hydrate(data.relations);
const entities = hydrate(data.entities);
const statements = hydrate(data.statements);
const facts = [];
const pairs = new Map();
const entityById = new Map(entities.map((entity) => [entity.id, entity]));

for (const source of documents)
  Object.assign(source, { name: source.title || source.id, statements: [] });
for (const sentence of sentences) {
  Object.assign(sentence, { document: documents[sentence.document], statements: [] });
}
for (const relation of relations) Object.assign(relation, { statements: [], facts: [] });
for (const entity of entities) {
  Object.assign(entity, { name: entity.name.trim() ? entity.name : entity.id });
  Object.assign(entity, { facts: [], said: [], neighbours: new Set() });
}

function statusOf(statement) {
  const { polarity, factuality } = statement;
  if (factuality === "actual") return polarity;
  return polarity === "negated" ? `negated, ${factuality}` : factuality;
}

const factByKey = new Map();

function factOf(statement) {
  const { subject, relation, object, literal } = statement;
  const target = object ? object.index : JSON.stringify(literal);
  const key = `${subject.index} ${relation.property} ${target}`;
  if (!factByKey.has(key)) {
    const fact = {
      index: facts.length,
      subject,
      relation,
      object,
      literal,
      statements: [],
      pair: null,
    };
    factByKey.set(key, fact);
    facts.push(fact);
    relation.facts.push(fact);
    subject.facts.push(fact);
    if (object) join(fact);
  }
  return factByKey.get(key);
}

function join(fact) {
  const { subject, object } = fact;
  if (object !== subject) object.facts.push(fact);
  const key = pairKey(subject, object);
  if (!pairs.has(key)) pairs.set(key, { key, from: subject, to: object, facts: [] });
  fact.pair = pairs.get(key);
  fact.pair.facts.push(fact);
  if (object !== subject) {
    subject.neighbours.add(object);
    object.neighbours.add(subject);
  }
}

const pairKey = (from, to) => `${from.index}>${to.index}`;

for (const statement of statements) {
  const isLiteral = Array.isArray(statement.object);
  statement.sentence = sentences[statement.sentence];
  statement.document = statement.sentence.document;
  statement.subject = entities[statement.subject];
  statement.relation = relations[statement.relation];
  statement.literal = isLiteral
    ? { value: statement.object[0], datatype: statement.object[1] }
    : null;
  statement.object = isLiteral ? null : entities[statement.object];
  statement.cues = statement.cues || [];
  statement.speakers = (statement.speakers || []).map((index) => entities[index]);
  statement.status = statusOf(statement);
  statement.when = statement.days && { from: statement.days[0], to: statement.days[1] };
  statement.fact = factOf(statement);
  statement.fact.statements.push(statement);
  statement.sentence.statements.push(statement);
  statement.document.statements.push(statement);
  statement.relation.statements.push(statement);
  for (const speaker of new Set(statement.speakers)) speaker.said.push(statement);
}

for (const fact of facts) {
  fact.confidence = Math.max(...fact.statements.map((statement) => statement.confidence));
}

/** An intransitive clause has the literal true as its object: it says that something happens. */
const isHappening = (fact) =>
  fact.literal !== null && fact.literal.datatype === "boolean" && fact.literal.value === "true";

/** The fact's object as a reader would say it; "" for an intransitive clause. */
function objectText(fact) {
  if (fact.object) return fact.object.name;
  return isHappening(fact) ? "" : fact.literal.value;
}

const factText = (fact) =>
  `${fact.subject.name} ${fact.relation.phrase} ${objectText(fact)}`.trim();

/** Letters without case and accents, for comparing what is typed with what is written. */
const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** Well-supported facts first: more statements, then more confidence, then reading order. */
function bySupport(a, b) {
  return (
    b.statements.length - a.statements.length || b.confidence - a.confidence || a.index - b.index
  );
}

/**
 * The shortest way from one entity to another over the pairs that `open` lets through, whatever
 * their direction: a list of pairs, or null.
 */
function shortestPath(from, to, open) {
  const came = new Map([[from, null]]);
  const queue = [from];
  while (queue.length && !came.has(to)) {
    const here = queue.shift();
    const next = [...here.neighbours].sort(
      (a, b) => b.neighbours.size - a.neighbours.size || a.index - b.index,
    );
    for (const there of next) {
      const pair = [pairs.get(pairKey(here, there)), pairs.get(pairKey(there, here))].find(
        (p) => p && open(p),
      );
      if (pair && !came.has(there)) {
        came.set(there, { here, pair });
        queue.push(there);
      }
    }
  }
  if (!came.has(to)) return null;
  const steps = [];
  for (let step = came.get(to); step; step = came.get(step.here)) steps.unshift(step.pair);
  return steps;
}
