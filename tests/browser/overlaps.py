"""Words of a page that overlap: measured by the rectangles of their lines in the browser's layout."""

from playwright.sync_api import Page

OVERLAPPING = """
([inside, least]) => {
  // Counters that stand on one hex of a map lie over each other as on the table.
  const COUNTERS = ".hexmap, .plan-map, .night-sheet svg";
  const UNSEEN = `${COUNTERS}, .for-readers, option, select, textarea, script, style, title, desc, [popover], dialog`;
  const root = document.querySelector(inside);
  const frames = new Map();
  // What scrolls or is cut by its own frame is seen only within it; what floats over the page lies over it by intent.
  const frame = (one) => {
    if (!one || one === document.documentElement) return [-Infinity, -Infinity, Infinity, Infinity];
    if (!frames.has(one)) {
      const how = getComputedStyle(one);
      let found = null;
      if (!["fixed", "sticky"].includes(how.position) && !how.clipPath.startsWith("inset")) {
        found = frame(one.parentElement);
        if (found && how.overflow !== "visible" && (!(one instanceof SVGElement) || one instanceof SVGSVGElement)) {
          const {left, top, right, bottom} = one.getBoundingClientRect();
          const [west, north, east, south] = found;
          found = [Math.max(left, west), Math.max(top, north), Math.min(right, east), Math.min(bottom, south)];
        }
      }
      frames.set(one, found);
    }
    return frames.get(one);
  };
  const lines = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node; (node = walker.nextNode());) {
    const owner = node.parentElement, within = node.data.trim() && !owner.closest(UNSEEN) && frame(owner);
    if (!within || !owner.checkVisibility({opacityProperty: true, visibilityProperty: true})) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const size = parseFloat(getComputedStyle(owner).fontSize);
    for (const line of range.getClientRects()) {
      // A line's box is taller than its letters: what is above capitals and below the line is air.
      const air = Math.max(0, (line.height - size * 0.72) / 2);
      const left = Math.max(line.left, within[0]), right = Math.min(line.right, within[2]);
      const top = Math.max(line.top + air, within[1]), bottom = Math.min(line.bottom - air, within[3]);
      const words = node.data.trim().slice(0, 40);
      if (right - left > 2 && bottom - top > 2) lines.push({left, right, top, bottom, node, words});
    }
  }
  lines.sort((one, other) => one.top - other.top);
  const found = [];
  lines.forEach((one, n) => {
    for (let m = n + 1; m < lines.length && lines[m].top < one.bottom && found.length < 12; m++) {
      const other = lines[m];
      const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const high = Math.min(one.bottom, other.bottom) - other.top;
      if (one.node === other.node || wide < least || high < least) continue;
      const where = `${Math.round(wide)} by ${Math.round(high)} at ${Math.round(one.left)}, ${Math.round(one.top)}`;
      found.push(`“${one.words}” and “${other.words}”: ${where}`);
    }
  });
  return found;
}
"""
LEAST = 1.5
"""Pixels, across and down, from which on words lie over others."""


def overlapping(page: Page, inside: str = "body") -> list[str]:
    """Name the words that lie over others, each pair with how far and where."""
    found: list[str] = page.evaluate(OVERLAPPING, [inside, LEAST])
    return found
