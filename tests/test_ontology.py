"""The vocabulary: complete, labelled, consistent, and readable from a user's own files."""

import re
from pathlib import Path

import pytest

from kg import ontology
from kg.errors import InputError
from kg.iris import FIXED_PREFIXES, local_name
from kg.model import ENTITY_TYPES

KG, REL = FIXED_PREFIXES["kg"], FIXED_PREFIXES["rel"]
ONTOLOGY = ontology.load_ontology()
OWN = {iri: term for iri, term in ONTOLOGY.terms.items() if iri.startswith((KG, REL))}
FAMILIES = [term for iri, term in OWN.items() if iri.startswith(REL)]


def test_every_own_term_has_label_and_comment():
    assert not [iri for iri, term in OWN.items() if not (term.label and term.comment)]
    assert not [iri for iri, term in OWN.items() if not term.comment.endswith(".")]


def test_every_entity_type_is_a_class_below_entity():
    for name in ENTITY_TYPES:
        assert ONTOLOGY.terms[KG + name].kind == "Class"
        assert KG + "Entity" in ONTOLOGY.ancestors(KG + name)


def test_entity_types_are_mapped_to_a_shared_vocabulary():
    shared = (FIXED_PREFIXES["schema"], FIXED_PREFIXES["sem"])
    for name in ENTITY_TYPES:
        assert any(iri.startswith(shared) for iri in ONTOLOGY.ancestors(KG + name)), name


def test_every_family_lies_below_related_to():
    assert len(FAMILIES) > 60
    for family in FAMILIES:
        assert family.kind == "ObjectProperty"
        assert KG + "relatedTo" in ONTOLOGY.ancestors(family.iri), family.iri


def test_a_familys_local_name_is_its_label():
    assert not [f.iri for f in FAMILIES if f.iri != REL + local_name(f.label, "r")]


def test_phrases_are_in_the_third_person_and_without_capitals_but_for_names():
    phrases = [phrase for family in FAMILIES for phrase in (family.label, *family.synonyms)]
    assert not [p for p in phrases if p != " ".join(p.split())]
    firsts = {phrase.split()[0] for phrase in phrases} - {"cannot"}
    assert not [word for word in firsts if not re.fullmatch(r"[a-z-]*s|was", word)]


def test_parents_ranges_and_types_are_declared():
    for term in OWN.values():
        for iri in (*term.parents, *term.types, *filter(None, [term.range])):
            known = iri in ONTOLOGY.terms or iri.startswith(
                (FIXED_PREFIXES["xsd"], FIXED_PREFIXES["owl"], FIXED_PREFIXES["rdf"])
            )
            assert known, (term.iri, iri)


def test_there_is_no_cycle():
    for iri in OWN:
        above = [a for parent in ONTOLOGY.terms[iri].parents for a in ONTOLOGY.ancestors(parent)]
        assert iri not in above


def test_a_phrase_in_two_families_is_an_error(tmp_path):
    path = write(
        tmp_path,
        'rel:nets a owl:ObjectProperty ; rdfs:label "nets" .'
        'rel:hauls a owl:ObjectProperty ; rdfs:label "hauls" ; skos:altLabel "nets" .',
    )
    with pytest.raises(InputError, match='"nets" stands in two relation families'):
        ontology.read_ontology([path])


def test_a_family_is_extended_in_turtle(tmp_path):
    path = write(
        tmp_path,
        'rel:hauls a owl:ObjectProperty ; rdfs:label "hauls" ; '
        'skos:altLabel "lugs", "Drags  along" .',
    )
    read = ontology.read_ontology([path])
    told = {key: [family.label for family in found] for key, found in read.phrases.items()}
    assert told == {"hauls": ["hauls"], "lugs": ["hauls"], "drags along": ["hauls"]}


def test_a_phrase_may_stand_in_two_families_whose_ranges_tell_them_apart(tmp_path):
    path = write(
        tmp_path,
        'rel:plays a owl:ObjectProperty ; rdfs:label "plays" .'
        'rel:faces a owl:ObjectProperty ; rdfs:label "faces" ; rdfs:range kg:Organization ; '
        'skos:altLabel "plays" .',
    )
    read = ontology.read_ontology([path])
    assert [family.label for family in read.families("Plays")] == ["faces", "plays"]


def test_a_syntax_error_is_told_with_its_place(tmp_path):
    path = write(tmp_path, 'rel:hauls a owl:ObjectProperty ;\n  rdfs:label "hauls .\n')
    with pytest.raises(InputError, match=r"my\.ttl is not valid Turtle at line \d+, column \d+"):
        ontology.read_ontology([path])


def test_a_missing_file_is_told(tmp_path):
    with pytest.raises(InputError, match=r"none\.ttl cannot be read: No such file"):
        ontology.read_ontology([tmp_path / "none.ttl"])


def test_the_fingerprint_follows_the_files(tmp_path):
    first = ontology.read_ontology([write(tmp_path, "")]).fingerprint
    assert ontology.read_ontology([write(tmp_path, "# a remark\n")]).fingerprint != first


def write(folder: Path, body: str) -> Path:
    heading = "".join(f"@prefix {prefix}: <{iri}> .\n" for prefix, iri in FIXED_PREFIXES.items())
    path = folder / "my.ttl"
    path.write_text(heading + body, encoding="utf-8")
    return path
