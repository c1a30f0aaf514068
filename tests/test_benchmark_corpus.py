"""The corpus of the benchmarks keeps what it promises."""

import importlib.util
import re
from pathlib import Path

import pytest

path = Path(__file__).parent / "benchmarks" / "corpus.py"
spec = importlib.util.spec_from_file_location("benchmark_corpus", path)
corpus = importlib.util.module_from_spec(spec)
spec.loader.exec_module(corpus)


def sentences(text):
    return re.split(r"(?<=\.)\s+(?=[A-Z“\d])", text.strip())


def test_no_sentence_occurs_twice():
    seen = set()
    for _, text in corpus.documents(2000):
        found = sentences(text)
        assert len(found) == 10
        assert seen.isdisjoint(found)
        seen.update(found)
    assert len(seen) == 20_000


def test_the_seed_decides():
    assert list(corpus.documents(5, seed=1)) == list(corpus.documents(5, seed=1))
    assert list(corpus.documents(5, seed=1)) != list(corpus.documents(5, seed=2))
    assert list(corpus.documents(9))[:5] == list(corpus.documents(5))


@pytest.mark.parametrize("length", [1, 19])
def test_documents_of_other_lengths(length):
    ((_, text),) = corpus.documents(1, sentences=length)
    assert len(sentences(text)) == length
    assert "{" not in text
    assert "[" not in text


def test_no_longer_documents_than_there_are_templates():
    with pytest.raises(ValueError, match="1 to 19 sentences"):
        next(corpus.documents(1, sentences=20))


def test_documents_are_written_as_files(tmp_path):
    corpus.write(tmp_path / "in", 3)
    files = sorted((tmp_path / "in").iterdir())
    assert [file.name for file in files] == [f"report_{i:06}.txt" for i in range(3)]
    assert files[0].read_text(encoding="utf-8") == next(corpus.documents(1))[1]
