"""Words of a page that do not fit: cut by their box, or beyond the edge of a page that does not scroll that way."""

from playwright.sync_api import Page

NOT_FITTING = """
(slack) => {
  // The map scrolls, names of countries lie under a map that its frame cuts, and what is read aloud has no place.
  const DRAWN = ".hexmap, .countries, .lands, .for-readers, title, desc";
  const UNSEEN = `${DRAWN}, option, select, textarea, script, style, [popover], dialog`;
  const scrolls = (how) => ["auto", "scroll"].includes(how.overflowX);
  const cuts = (how) => ["hidden", "clip"].includes(how.overflowX);
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; (node = walker.nextNode()) && found.length < 12;) {
    const owner = node.parentElement;
    if (!node.data.trim() || owner.closest(UNSEEN)) continue;
    if (!owner.checkVisibility({opacityProperty: true, visibilityProperty: true})) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width < 2 || box.height < 2) continue;
    let why = "";
    for (let one = owner; one && one !== document.body; one = one.parentElement) {
      const how = getComputedStyle(one);
      // What ends in an ellipsis is shortened by intent.
      if (scrolls(how) || how.textOverflow === "ellipsis") { why = "by intent"; break; }
      if (["fixed", "sticky"].includes(how.position) && how.clipPath !== "none") break;
      const edge = one.getBoundingClientRect();
      const beyond = box.right > edge.right + slack || box.left < edge.left - slack;
      if (cuts(how) && edge.width > 2 && beyond) {
        why = `cut by ${one.tagName}.${one.getAttribute("class") ?? ""}`;
        break;
      }
    }
    if (why === "by intent") continue;
    if (!why && box.right > innerWidth + slack) why = "beyond the page";
    const words = node.data.trim().slice(0, 40);
    if (why) found.push(`“${words}” ${why}: ${Math.round(box.left)} to ${Math.round(box.right)}`);
  }
  const wide = document.documentElement.scrollWidth;
  if (wide > innerWidth + slack) {
    const widest = [...document.body.querySelectorAll("*")].find((one) => one.getBoundingClientRect().right > wide - 2);
    const name = widest ? `${widest.tagName}.${widest.getAttribute("class") ?? ""}` : "nothing that is drawn";
    found.push(`the page is ${wide} wide on a screen of ${innerWidth}, by ${name}`);
  }
  return found;
}
"""
SLACK = 1.5
"""Pixels by which letters may stand out of their box."""


def not_fitting(page: Page) -> list[str]:
    """Name the words that do not fit, each with where it ends."""
    found: list[str] = page.evaluate(NOT_FITTING, SLACK)
    return found
