"""The hex map of the site: ground, cells, sentences, neighbours, orders, zoom, over the maps of both games."""

import html
import json
import re

import pytest
from django.conf import settings
from django.template import Context, Template
from django.template.loader import render_to_string
from django.urls import reverse

from engine.bomber_command.game import TITLE as RAID
from engine.kernel.hexes import Grid, Layout
from engine.nightfighter.charts.schema import standard_pack as night_pack
from play.charts import pack_store
from play.pages import hexmap
from play.pages.hexmap import Beam, Cells, HexMap, HexMark, HexOutline, PathSteps
from sorties.nightfighter.board.map_layer import ground

CELL = re.compile(r'<g role="gridcell" id="hex-(\w+)"(?: tabindex="(0)")? aria-label="([^"]*)"([^>]*)>')


def raid_maps():
    laid = RAID.load_pack("standard")
    return [HexMap(board.grid) for board in laid.boards.values()]


def maps():
    return [ground(night_pack("standard"), "night"), *raid_maps()]


def shown(drawn, **more):
    scene = hexmap.scene_of("nightfighter", "abc", "night", drawn, cells=more.pop("cells", Cells()), **more)
    return render_to_string("play/hexmap/map.html", {"map": scene, "label": "The map"})


def order(value, label="Search", state="open", **more):
    return {"value": value, "label": label, "state": state} | more


def test_every_hex_of_both_games_has_a_sentence_and_one_is_the_tab_stop():
    for drawn in maps():
        cells = CELL.findall(shown(drawn))
        assert [hex_ for hex_, *_ in sorted(cells)] == sorted(drawn.grid.hexes)
        assert sum(stop == "0" for _hex, stop, *_ in cells) == 1
        assert all(said.startswith(hex_) for hex_, _stop, said, _rest in cells)


def test_a_hex_says_what_is_in_it_what_can_be_ordered_and_what_cannot():
    drawn = maps()[0]
    here = [order("hex:0905"), order("hex:0905:N", "Enter", "closed", reason="too far", rule="3.2")]
    text = shown(drawn, cells=Cells({"0905": ["zone <B>"]}, {"0905": here, "0906": here[1:]}), begin="0906")
    cells = {hex_: (stop, html.unescape(said), html.unescape(rest)) for hex_, stop, said, rest in CELL.findall(text)}
    assert cells["0905"][1] == "0905, zone <B>, Search, Enter: too far 3.2"
    assert json.loads(re.search(r"data-orders='(.*)'", cells["0905"][2])[1]) == ["hex:0905"]
    assert 'class="closed"' in cells["0906"][2] and "data-orders" not in cells["0906"][2]
    assert cells["0906"][0] == "0" and cells["0101"] == ("", "0101", "")


def test_counters_can_be_gone_through_and_what_cannot_be_used_says_why_with_its_rule():
    drawn = maps()[0]
    here = {"0905": [order("contact:1", odds="33 in 100")]}
    text = shown(drawn, cells=Cells(orders=here, holds=["0905", "0906"], why="No counter in %s [S13.0]."))
    held = {hex_ for hex_, *_, rest in CELL.findall(text) if "data-holds" in rest}
    assert held == {"0905", "0906"} and 'data-nothing="No counter in %s [S13.0]."' in text
    said = {hex_: html.unescape(said) for hex_, _stop, said, *_ in CELL.findall(text)}
    assert said["0905"] == "0905, Search, 33 in 100"
    assert text.count('class="thumb"') == 1, "a ring as wide as a thumb stands around what can be used"
    everywhere = {hex_: [order(f"hex:{hex_}")] for hex_ in drawn.grid}
    text = shown(drawn, cells=Cells(orders=everywhere))
    assert 'class="thumb"' not in text and "hexmap-loupe" in text and " anywhere" in text


def test_a_beam_begins_in_one_hex_and_widens_through_another():
    grid = Grid.rectangle(Layout(top="flat", shifted="even", ids="digits"), 6, 6)
    (x, y), (u, v) = grid.centre("0201", hexmap.SIZE), grid.centre("0205", hexmap.SIZE)
    points = [
        tuple(map(float, one.split()))
        for one in hexmap.wedge_of(grid, Beam("0201", "0205", "light", 0.1))[1:-1].split("L")
    ]
    assert points[0] == pytest.approx((x, y), abs=0.1)
    assert {round(b) for _a, b in points[1:]} == {round(v)} and x == u
    assert abs(points[1][0] - points[2][0]) == pytest.approx(2 * 0.1 * (v - y), abs=0.2)
    text = shown(maps()[0], beams=[Beam("0905", "0908", "held"), Beam("0905", "9999", "held")])
    assert text.count('class="beam held"') == 1, "a beam off the map is none"


def test_the_script_of_the_map_stays_small():
    assert len((settings.BASE_DIR / "static/play/hexmap.js").read_text().splitlines()) <= 250


def test_marks_and_words_are_escaped():
    text = shown(maps()[0], marks=[HexMark("0905", "low", number="<1>", word="</svg><script>"), HexMark("9999", "low")])
    assert "&lt;1&gt;" in text and "<script>" not in text and text.count('class="mark low"') == 1


def test_an_edge_is_drawn_once_around_hexes_that_belong_together():
    grid = Grid.rectangle(Layout(top="flat", shifted="even", ids="digits"), 4, 4)
    sides = lambda drawn: [len(ring.split("L")) for ring in drawn.split("Z") if ring]  # noqa: E731
    assert sides(hexmap.edge_of(grid, ["0202"])) == [6]
    assert sides(hexmap.edge_of(grid, ["0202", "0203"])) == [10]
    assert sides(hexmap.edge_of(grid, ["0202", "9999"])) == [6]
    pointy = Grid.rectangle(Layout(top="pointy", shifted="even", ids="letters"), 4, 4)
    assert sides(hexmap.edge_of(pointy, ["B2", "D4"])) == [6, 6]
    ring = [hex_ for hex_ in grid.neighbours("0203") if hex_]
    assert sorted(sides(hexmap.edge_of(grid, ring))) == [6, 18], "the hole in the middle has an edge of its own"
    for drawn in maps():
        assert len(sides(hexmap.edge_of(drawn.grid, drawn.grid.hexes))) == 1, "every edge is closed"
    assert 'class="outline zone"' in shown(maps()[0], outlines=[HexOutline(["0905"], "zone")])


def test_a_fragment_of_a_page_that_has_the_hexes_only_has_what_is_new_of_them(rf):
    drawn = maps()[0]
    cells = Cells({"0905": ["zone B"], "0906": ["zone B"]}, {"0905": [order("contact:1")]}, holds=["0905"])
    scene = hexmap.scene_of("nightfighter", "abc", "night", drawn, cells=cells, begin="0101")
    page = Template("{% include 'play/hexmap/map.html' %}")

    def fragment(**has):
        context = {"map": scene, "label": "The map", "request": rf.get("/", headers=has), "out_of_band": True}
        context["request"].htmx = False
        return page.render(Context(context))

    assert len(CELL.findall(fragment())) == len(CELL.findall(fragment(Stays=scene.ground))) == len(drawn.grid)
    text = fragment(Stays=f"{scene.ground}#The%20map")
    assert not CELL.findall(text) and len(text) < len(fragment()) / 5
    news = json.loads(html.unescape(re.search(r'data-news="([^"]*)"', text)[1]))
    told = {news["before"] + hex_: values for values, hexes in news["told"] for hex_ in hexes.split()}
    whole = {hex_: (said, stop, html.unescape(rest)) for hex_, stop, said, rest in CELL.findall(fragment())}
    for hex_, (said, stop, rest) in whole.items():
        values = news["bare"] | told.get(f"hex-{hex_}", {})
        assert (values["aria-label"].replace("%s", hex_, 1), values["tabindex"]) == (html.unescape(said), stop or "-1")
        assert values.get("data-orders", "") in rest and ("data-holds" in values) == ("data-holds" in rest)


def test_columns_and_rows_are_numbered_on_all_four_sides_and_outside_the_hexes():
    for drawn, first, last in ((maps()[0], ("01", "01"), ("18", "27")), (maps()[1], ("A", "1"), None)):
        edges, grid = hexmap.edges_of(drawn.grid), drawn.grid
        words = [one.word for one in edges]
        names = {grid.layout.parse(hex_) for hex_ in grid}
        assert len(words) == 2 * (len({c for c, _ in names}) + len({r for _, r in names}))
        assert set(first) <= set(words) and set(last or ()) <= set(words)
        assert all({hex_[: len(one)] for hex_ in grid} & {one} or one.isdigit() for one in words)
        left, top, width, height = grid.extent(hexmap.SIZE)
        for one in edges:
            x, y = float(one.x), float(one.y)
            assert not (left < x < left + width and top < y < top + height)
        assert shown(drawn).count('<text class="upright number') == len(edges)


def test_the_ways_of_a_path_go_to_the_page_as_data():
    ways = PathSteps("0905/3", {"0905/3": [("ahead", "0906/3"), ("left", "0906/2")]}, 1, 2, "end")
    text = shown(maps()[0], ways=ways)
    found = json.loads(re.search(r'<script id="hexmap-ways" type="application/json">(.*?)</script>', text)[1])
    assert found["steps"]["0905/3"] == [["ahead", "0906/3"], ["left", "0906/2"]] and found["most"] == 2
    assert hexmap.reachable_hexes(ways) == {"0906"}


def test_zoom_is_a_link_that_keeps_the_rest_of_the_address(rf):
    request = rf.get("/tables/x/?seat=player&zoom=2")
    request.htmx = False
    page = Template("{% load hexmaps %}{% hex_zoom %} {% hex_zoom_link 3 %}")
    assert page.render(Context({"request": request})) == "2 ?seat=player&amp;zoom=3"
    odd = rf.get("/?zoom=9")
    odd.htmx = False
    assert page.render(Context({"request": odd})).startswith("1 ")


@pytest.mark.django_db
def test_a_fragment_keeps_the_zoom_of_its_page(client, rf):
    from django_htmx.middleware import HtmxDetails

    request = rf.get("/changes/", headers={"HX-Request": "true", "HX-Current-URL": "http://testserver/t/?zoom=3"})
    request.htmx = HtmxDetails(request)
    assert Template("{% load hexmaps %}{% hex_zoom %}").render(Context({"request": request})) == "3"


@pytest.mark.django_db
def test_the_ground_has_an_address_of_its_own_and_is_kept_for_ever(client):
    digest = pack_store.store_charts("nightfighter", night_pack("standard"))
    answer = client.get(reverse("map_ground", args=["nightfighter", digest, "night"]))
    assert answer.status_code == 200 and answer["Content-Type"] == "image/svg+xml"
    assert "immutable" in answer["Cache-Control"] and "public" in answer["Cache-Control"]
    assert answer.content.decode().count("<path") > 18 and b"style=" not in answer.content
    for parts in (["nightfighter", digest, "day"], ["nightfighter", "f" * 64, "night"], ["nothing", digest, "night"]):
        assert client.get(reverse("map_ground", args=parts)).status_code == 404
