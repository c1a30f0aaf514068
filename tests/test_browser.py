"""The page in a real headless Chromium: what a reader sees, and that nothing leaves the page."""

# ruff: noqa: F811 (fixtures are imported, and named again as arguments)

import json
import runpy
from pathlib import Path

import pytest
from chromium import SALTMERE, browser, files, overlapping, visit  # noqa: F401

from kg import redaction, views

pytestmark = pytest.mark.browser

HOSTILE = [
    "</script><script>window.hacked=1</script>",
    "<img src=x onerror=window.hacked=1>",
    '"><svg onload=window.hacked=1>',
    "javascript:window.hacked=1",
    "{{script}}",
    "__proto__",
    "constructor",
    "nul\0byte",
    "\ud800 lone",
    "\u202eright to left",
    "",
    "   ",
    "x" * 500,
    "two\nlines",
]


def click_node(page, name):
    node = next(node for node in page.evaluate("kgView.nodes()") if node["id"] == name)
    page.locator("#graph").click(position={"x": node["x"], "y": node["y"]})


def await_rest(page):
    """Wait until the camera stands still."""
    before = None
    while before != (before := page.evaluate("JSON.stringify(kgView.nodes())")):
        page.wait_for_timeout(400)  # it moves for 350 ms


def heading(page):
    return page.locator("#panel-heading").inner_text()


def statuses(page):
    return {line["status"] for line in page.evaluate("kgView.lines()")}


def filter_row(page, group, label):
    boxes = page.locator("#legend fieldset", has=page.get_by_text(group, exact=True))
    return boxes.locator("label", has=page.get_by_text(label, exact=True)).locator("input")


def test_the_page_is_ready_within_three_seconds(visit):
    """In the best of three visits, lest others have the processors at the time."""
    pages = [visit() for _ in range(3)]
    took = [int(page.evaluate("document.documentElement.dataset.ready")) for page in pages]
    assert min(took) < 3000, took
    for page in pages:
        assert page.evaluate("performance.getEntriesByType('resource').length") == 0


@pytest.mark.parametrize("width", [1400, 400])
def test_no_labels_overlap_at_fit(visit, width):
    labels = visit(width=width).evaluate("kgView.labels()")
    assert overlapping(labels) == []
    assert all(box["x"] >= 0 and box["x"] + box["w"] <= width for box in labels)


def test_nearly_every_entity_is_labelled_at_fit(visit):
    page = visit()
    labelled, drawn = len(page.evaluate("kgView.labels()")), len(page.evaluate("kgView.nodes()"))
    assert drawn == 43
    assert labelled >= 0.9 * drawn


def test_a_click_on_an_entity_shows_its_facts_with_marked_sentences(visit):
    page = visit()
    click_node(page, "tarn_and_vole")
    assert heading(page) == "Tarn & Vole"
    card = page.locator("article.fact", has_text="Tarn & Vole employs fishermen")
    assert card.locator("mark.subject").inner_text() == "Tarn & Vole"
    assert card.locator("mark.relation").inner_text() == "does not employ"
    assert card.locator("mark.object").inner_text() == "fishermen"
    assert card.locator(".badge").inner_text() == "negated"
    assert "sentence 9" in card.locator(".source").inner_text()
    assert page.evaluate("location.hash") == "#tarn_and_vole"


def test_a_click_beside_everything_returns_to_the_overview(visit):
    page = visit(anchor="#barrier")
    page.keyboard.press("Escape")
    assert heading(page) == "Overview"
    assert page.evaluate("location.hash") == ""


def test_a_click_on_a_line_shows_the_facts_between_two(visit):
    page = visit()
    line = next(
        e
        for e in page.evaluate("kgView.lines()")
        if (e["from"], e["to"]) == ("flood_1987", "bell_tower")
    )
    page.locator("#graph").click(position=line["middle"])
    assert (
        page.locator("article.fact")
        .all_inner_texts()[0]
        .startswith("flood of 1987 destroys bell tower")
    )


def test_the_chain_of_speakers_and_circumstances(visit):
    page = visit(anchor="#s0013")
    assert (
        page.locator(".said-by").inner_text()
        == "said by Jonas Adeyemi, according to Saltmere Herald"
    )
    page.evaluate("location.hash = '#s0036'")
    page.locator(".chips", has_text="place Zeebrugge").wait_for()


def test_literals_and_happenings_stand_in_the_entity_s_panel(visit):
    page = visit(anchor="#fish_market")
    assert "fish market is closed" in page.locator("article.fact").all_inner_texts()[0].replace(
        "\n", " "
    )
    page.evaluate("location.hash = '#ferry'")
    page.locator("#panel-heading", has_text="island ferry").wait_for()
    assert page.locator(".fact-headline").inner_text().strip() == "island ferry stops"
    assert "ferry" in {node["id"] for node in page.evaluate("kgView.nodes()")}


def test_only_web_addresses_become_links(visit):
    page = visit(anchor="#minutes_0314")
    assert page.locator("#panel header a").count() == 0
    page = visit(anchor="#barrier-vote")
    assert (
        page.locator("#panel header a").get_attribute("href")
        == "https://herald.example/barrier-vote"
    )


def test_a_status_filter_hides_lines_and_counts(visit):
    page = visit()
    assert statuses(page) == {"asserted", "claimed", "planned", "negated", "negated, claimed"}
    filter_row(page, "Status", "asserted").uncheck()
    assert "asserted" not in statuses(page)
    assert page.locator("#reset").inner_text() == "Show all (50 hidden)"
    page.locator("#reset").click()
    assert "asserted" in statuses(page)


def test_type_and_document_filters(visit):
    page = visit()
    filter_row(page, "Entity type", "Person").uncheck()
    assert "ines_calder" not in {node["id"] for node in page.evaluate("kgView.nodes()")}
    filter_row(page, "Document", "What the impact report says").uncheck()
    assert "bell_tower" not in {node["id"] for node in page.evaluate("kgView.nodes()")}


def test_the_confidence_filter(visit):
    page = visit()
    page.get_by_label("Least confidence").fill("0.95")
    told = page.locator(".confidence > span").all_inner_texts()
    assert told
    assert all(float(text.split()[-1]) >= 0.95 for text in told)


def test_the_timeline_keeps_a_range(visit):
    page = visit()
    page.get_by_label("Dates: To").fill("0")
    page.get_by_label("without a date").uncheck()
    assert {line["from"] for line in page.evaluate("kgView.lines()")} == {"flood_1987"}


def test_search_finds_entities_relations_facts_and_documents(visit):
    page = visit()
    page.keyboard.press("/")
    page.keyboard.type("calls for")
    groups = page.locator("#search-list .group").all_inner_texts()
    assert groups == ["Relations", "Facts"]
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert heading(page) == "petition calls for referendum"
    page.keyboard.press("/")
    page.keyboard.type("lindqvist")
    page.keyboard.press("Enter")
    assert heading(page) == "Mara Lindqvist"


def test_search_says_when_nothing_is_found(visit):
    page = visit()
    page.locator("#search").fill("quokka")
    assert page.locator("#search-list").inner_text() == "Nothing found"


def test_who_comes_back_to_the_search_at_once_sees_what_is_found(visit):
    page = visit()
    page.locator("#search").fill("lindqvist")
    page.evaluate("const box = document.getElementById('search'); box.blur(); box.focus()")
    page.wait_for_timeout(300)
    assert page.locator("#search-list [role=option]").count() > 0


def test_a_path_between_two_entities_is_a_list_of_facts(visit):
    page = visit(anchor="#ines_calder")
    page.get_by_role("button", name="Path to…").click()
    page.keyboard.type("netherlands")
    page.keyboard.press("Enter")
    assert heading(page) == "Ines Calder … Netherlands"
    assert page.locator(".steps > li").count() == 3
    assert "Netherlands supports Deltawerk NV" in page.locator(".steps > li").nth(2).inner_text()


def test_a_document_is_read_with_its_facts_marked(visit):
    page = visit(anchor="#cooperative-protest")
    assert page.locator(".document-text p").count() == 12
    page.locator(".told-count").first.click()
    assert heading(page) == "Sentence 1"
    assert page.locator("article.fact").count() == 3
    page.get_by_role("button", name="Back").click()
    assert heading(page) == "Boats block North Quay"


def test_the_table_tells_all_statements(visit):
    page = visit()
    page.keyboard.press("t")
    assert page.locator("#table-view tbody tr").count() == 71
    page.get_by_role("button", name="Confidence", exact=True).click()
    values = page.locator("#table-view tbody td.figure:nth-child(7)").all_inner_texts()
    assert values == sorted(values)
    page.keyboard.press("t")
    assert page.locator("#stage").is_visible()


def test_arrow_keys_walk_from_entity_to_entity(visit):
    page = visit()
    page.locator("#stage").focus()
    page.keyboard.press("ArrowRight")
    assert heading(page) == "Saltmere Barrier"
    before = {node["id"]: node for node in page.evaluate("kgView.nodes()")}
    page.keyboard.press("ArrowRight")
    other = page.evaluate("decodeURIComponent(location.hash.slice(1))")
    assert before[other]["x"] > before["barrier"]["x"]


def test_expanding_draws_what_was_left_out(visit):
    star = runpy.run_path(str(Path(__file__).with_name("test_views.py")))["star"](150)
    page = visit(star, name="star", anchor="#hub")
    assert len(page.evaluate("kgView.nodes()")) == 99  # of 100 placed one is tied to no other
    page.get_by_role("button", name="52 more", exact=True).click()
    await_rest(page)
    assert len(page.evaluate("kgView.nodes()")) == 123
    places = [(round(node["x"]), round(node["y"])) for node in page.evaluate("kgView.nodes()")]
    assert len(set(places)) == 123
    assert overlapping(page.evaluate("kgView.labels()")) == []


def test_the_dark_theme_follows_the_system_and_the_button(visit):
    page = visit(color_scheme="dark")
    background = "getComputedStyle(document.body).backgroundColor"
    dark = page.evaluate(background)
    page.locator("#theme-button").click()
    assert page.evaluate("document.documentElement.dataset.theme") == "light"
    assert page.evaluate(background) != dark


def luminance(colour):
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out_from_every_ground(visit, scheme):
    page = visit(color_scheme=scheme)
    names = [
        "ink",
        "muted",
        "accent",
        "negated",
        "paper",
        "surface",
        "raised",
        "subject",
        "relation",
        "object",
    ]
    read = """names => {
        const style = getComputedStyle(document.documentElement);
        return names.map(name => style.getPropertyValue("--" + name).trim());
    }"""
    colour = dict(zip(names, page.evaluate(read, names), strict=True))
    for text in ("ink", "muted", "accent", "negated"):
        for ground in ("paper", "surface", "raised"):
            assert contrast(colour[text], colour[ground]) >= 4.5, (text, ground)
    for ground in ("subject", "relation", "object"):
        assert contrast(colour["ink"], colour[ground]) >= 4.5, ground


def test_a_phone_shows_graph_panel_and_filters(visit):
    page = visit(width=400, height=850, has_touch=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= 400
    assert not page.locator("#legend").is_visible()
    page.locator("#filter-button").click()
    assert page.locator("#legend").is_visible()
    filter_row(page, "Status", "planned").uncheck()
    page.locator("#legend-close").click()
    assert "planned" not in statuses(page)


def test_hostile_strings_stay_text(visit):
    module = runpy.run_path(str(Path(__file__).with_name("test_views.py")))
    page = visit(module["named"](HOSTILE, title="<b>title</b>"), name="hostile")
    for anchor in ("e0", "e1", "e2", "e3", "s4", "d"):
        page.evaluate("id => { location.hash = '#' + id }", anchor)
        page.wait_for_timeout(50)
    page.keyboard.press("t")
    page.locator("#search").fill("window")
    assert page.locator("#search-list [role=option]").count() >= 4
    assert page.evaluate("window.hacked") is None
    assert page.locator("img, iframe, object, embed").count() == 0
    assert page.evaluate("document.scripts.length") == 3


def test_the_shared_hostile_strings_stay_text(visit):
    listed = Path(__file__).resolve().parents[2] / "shared" / "cases" / "hostile.json"
    if not listed.exists():
        pytest.skip("the list of hostile strings is not beside this checkout")
    names = json.loads(listed.read_text(encoding="utf-8"))
    module = runpy.run_path(str(Path(__file__).with_name("test_views.py")))
    page = visit(module["named"](names), name="shared-hostile")
    assert len(page.evaluate("kgView.nodes()")) == len(names)
    assert overlapping(page.evaluate("kgView.labels()")) == []
    assert page.evaluate("document.scripts.length") == 3


def test_pictures_are_saved(visit):
    page = visit()
    saved = {}
    for button, ending in (("save-png", "png"), ("save-svg", "svg")):
        page.locator("#save-label").click()
        with page.expect_download() as waiting:
            page.locator(f"#{button}").click()
        saved[ending] = Path(waiting.value.path()).read_bytes()
        assert waiting.value.suggested_filename == f"Saltmere.{ending}"
    assert saved["png"].startswith(b"\x89PNG")
    drawing = saved["svg"].decode()
    assert drawing.startswith("<svg")
    assert "Ines Calder" in drawing


def test_print_lists_all_statements(visit):
    page = visit()
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator("#table-view tbody tr").count() == 71
    assert page.locator("#table-view").is_visible()
    assert not page.locator("#legend").is_visible()


def test_in_a_sandboxed_frame_the_state_stays_in_memory(browser, files):
    address = files("notebook", lambda: "<!doctype html>" + views.notebook_html(SALTMERE))
    page = browser.new_page(viewport={"width": 1200, "height": 1000})
    complaints = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(address)
    page.locator("iframe").scroll_into_view_if_needed()
    frame = page.frame_locator("iframe")
    frame.locator("html[data-ready]").wait_for(state="attached", timeout=60_000)
    frame.locator("#search").fill("penhallow")
    frame.locator("#search").press("Enter")
    assert frame.locator("#panel-heading").inner_text() == "Ruth Penhallow"
    frame.locator("#theme-button").click()
    page.close()
    assert complaints == []


def test_the_table_fits_beside_the_panel_and_breaks_no_word_of_a_relation(visit):
    page = visit()
    page.set_viewport_size({"width": 1280, "height": 720})
    page.locator("#table-button").click()
    widths = (
        "[...document.querySelectorAll('#table-view')].map(e => [e.scrollWidth, e.clientWidth])"
    )
    ((needed, there),) = page.evaluate(widths)
    assert needed <= there
    wrap = "getComputedStyle(document.querySelector('td .entity-link')).overflowWrap"
    assert page.evaluate(wrap) == "break-word"


def test_header_and_panel_count_alike(visit):
    page = visit()
    numbers = page.locator("#numbers").inner_text().split(" · ")
    assert page.locator("#panel .about").inner_text().startswith(" and ".join(numbers))


def test_a_page_without_wording_says_so(visit):
    withheld = redaction.subgraph(SALTMERE, "none")
    page = visit(withheld, name="withheld", anchor="#s0013")
    assert page.locator(".withheld").inner_text() == "The wording is withheld."
    assert page.locator("blockquote").count() == 0
    assert "wording" not in page.locator(".provenance dt").all_text_contents()
    page = visit(withheld, name="withheld", anchor="#barrier-vote")
    assert page.locator(".document-text .told-count").count() > 0
