// The page's data as objects that refer to each other, and what can be asked of them.
// A statement is what one sentence says; a fact is all statements with the same subject,
// relation and object; a pair is all facts from one entity to another: an edge.

const data = JSON.parse(byId("data").textContent);

function hydrate(table) {
  return table.rows.map((row) => {
    const item = {};
    table.fields.forEach((field, i) => (item[field] = row[i] === undefined ? null : row[i]));
    return item;
  });
}

const documents = [];
const sentences = [];
const relations = [];
const entities = [];
const statements = [];
const facts = [];
const pairs = new Map();
const entityById = new Map();
const documentById = new Map();
const statementById = new Map();
const factByKey = new Map();

// ---- things enter the model here, those of the page at once, those of a server as they arrive

function addDocument(item) {
  const source = { ...item, index: documents.length, name: item.title || item.id };
  Object.assign(source, { statements: [], sentences: [] });
  documents.push(source);
  documentById.set(source.id, source);
  return source;
}

function addSentence(item) {
  const sentence = { ...item, statements: [] };
  sentences.push(sentence);
  sentence.document.sentences.push(sentence);
  return sentence;
}

function addRelation(item) {
  const relation = { ...item, facts: [] };
  relations.push(relation);
  return relation;
}

function addEntity(item) {
  const entity = { ...item, index: entities.length, name: item.name.trim() ? item.name : item.id };
  entity.aliases ||= [];
  entity.sameAs ||= [];
  entity.size ||= 5;
  Object.assign(entity, { facts: [], said: [], neighbours: new Set() });
  entities.push(entity);
  entityById.set(entity.id, entity);
  return entity;
}

/** A statement whose sentence, subject, relation, object and speakers are in the model already. */
function addStatement(item) {
  const statement = { ...item, index: statements.length, document: item.sentence.document };
  statement.cues ||= [];
  statement.status = statusOf(statement);
  statement.when = statement.days && { from: statement.days[0], to: statement.days[1] };
  statement.fact = factOf(statement);
  const { fact } = statement;
  fact.statements.push(statement);
  fact.confidence = Math.max(fact.confidence, statement.confidence);
  statement.sentence.statements.push(statement);
  statement.document.statements.push(statement);
  for (const speaker of new Set(statement.speakers)) speaker.said.push(statement);
  statements.push(statement);
  statementById.set(statement.id, statement);
}

function statusOf(statement) {
  const { polarity, factuality } = statement;
  if (factuality === "actual") return polarity;
  return polarity === "negated" ? `negated, ${factuality}` : factuality;
}

function factOf({ subject, relation, object, literal }) {
  const target = object ? object.index : JSON.stringify(literal);
  const key = `${subject.index} ${relation.property} ${target}`;
  if (!factByKey.has(key)) {
    const fact = { index: facts.length, subject, relation, object, literal };
    Object.assign(fact, { statements: [], pair: null, confidence: 0 });
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

hydrate(data.documents).forEach(addDocument);
hydrate(data.sentences).forEach((row) =>
  addSentence({ ...row, document: documents[row.document] }),
);
hydrate(data.relations).forEach(addRelation);
hydrate(data.entities).forEach(addEntity);
for (const row of hydrate(data.statements)) {
  const isLiteral = Array.isArray(row.object);
  addStatement({
    ...row,
    sentence: sentences[row.sentence],
    subject: entities[row.subject],
    relation: relations[row.relation],
    literal: isLiteral ? { value: row.object[0], datatype: row.object[1] } : null,
    object: isLiteral ? null : entities[row.object],
    speakers: (row.speakers || []).map((index) => entities[index]),
  });
}

// ---- what can be asked

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
