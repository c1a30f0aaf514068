// The query page: YASGUI on this server's endpoint, completing from this graph's vocabulary.
// As it comes it asks dbpedia.org, prefix.cc and lov.linkeddata.es; nothing here leaves the server.
"use strict";

const FIRST = `# Who does what to whom, and the sentence that says so
SELECT ?who ?relation ?whom ?sentence WHERE {
  ?s a rdf:Statement ;
     rdf:subject/rdfs:label ?who ;
     kg:relationPhrase ?relation ;
     rdf:object/rdfs:label ?whom ;
     prov:wasDerivedFrom/nif:anchorOf ?sentence .
} LIMIT 50`;
const USED = ["rdf", "rdfs", "kg", "prov", "nif"];

const endpoint = new URL("/sparql", location.href).href;
const requestConfig = { endpoint, method: "POST", headers: {}, withCredentials: false };

/** A completer like one of YASGUI's own, with names from here. */
function local(kind, names) {
  Yasqe.forkAutocompleter(kind, { name: `graph-${kind}`, bulk: true, persistenceId: null, get: names });
  return `graph-${kind}`;
}

async function start() {
  const vocabulary = await (await fetch("/api/vocabulary")).json();
  const prefixes = Object.entries(vocabulary.prefixes).map(([name, iri]) => `${name}: <${iri}>`);
  Yasqe.defaults.autocompleters = [
    "variables",
    local("prefixes", prefixes),
    local("class", vocabulary.classes),
    local("property", vocabulary.relations.map((relation) => relation.iri)),
  ];
  // the endpoint declares them beforehand, but the editor wants to see them
  const declared = USED.map((name) => `PREFIX ${name}: <${vocabulary.prefixes[name]}>`);
  const value = [...declared, "", FIRST].join("\n");
  Yasqe.defaults.value = value;
  new Yasgui(document.getElementById("yasgui"), {
    requestConfig,
    yasqe: { ...Yasqe.defaults, value },
    yasr: { ...Yasr.defaults, prefixes: vocabulary.prefixes },
    endpointCatalogueOptions: { getData: () => [{ endpoint }] },
    persistenceId: "kg-sparql",
    // an address may bring a query, but neither another endpoint nor headers
    populateFromUrl: (told) => ({ ...told, requestConfig: { ...told.requestConfig, ...requestConfig } }),
  });
}

start();
