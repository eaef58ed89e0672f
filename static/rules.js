// A rule's number opens what the rule comes to, and a word of the table what it is: on a click, on Enter, while the pointer
// rests on it or, of a word, while it has the focus. Inside an order the number is only shown what it says, since a click there gives the order.
(() => {
  const home = document.querySelector("[data-rules]");
  if (!home || !HTMLElement.prototype.showPopover) return;
  const note = document.createElement("aside");
  note.className = "rule-note";
  note.popover = "manual";
  note.id = "rule-note";
  note.setAttribute("role", "note");
  note.setAttribute("aria-live", "polite");
  document.body.append(note);
  const said = new Map();
  let shown = null, pinned = false, resting = 0;

  const MARKS = ".rule, .term";
  const number = (mark) => mark.lastChild.textContent.trim();
  const inside = (mark) => mark.matches(".rule") && mark.closest("button, summary, a");

  const told = (mark) => mark.dataset.says ?? words(number(mark));

  async function words(which) {
    if (!said.has(which)) {
      const answer = await fetch(`${home.dataset.rules}${encodeURIComponent(which)}/`, { headers: { "HX-Request": "true" } });
      said.set(which, answer.ok ? await answer.text() : "");
    }
    return said.get(which);
  }

  async function show(mark, pin) {
    const text = await told(mark);
    if (!text || !mark.isConnected) return;
    if (mark.dataset.says) note.textContent = text;
    else note.innerHTML = text;
    shown = mark; pinned = pin;
    note.showPopover();
    const at = mark.getBoundingClientRect(), box = note.getBoundingClientRect();
    const below = at.bottom + 8 + box.height <= innerHeight;
    note.style.left = `${Math.max(8, Math.min(at.left, innerWidth - box.width - 8))}px`;
    note.style.top = `${Math.max(8, below ? at.bottom + 6 : at.top - box.height - 6)}px`;
  }

  function hide() {
    clearTimeout(resting);
    if (shown) note.hidePopover();
    shown = null; pinned = false;
  }

  function ready(root) {
    for (const mark of root.querySelectorAll?.(".rule") ?? []) {
      if (inside(mark) || mark.closest("[data-rules]") !== home || mark.hasAttribute("tabindex")) continue;
      mark.setAttribute("role", "button");
      mark.tabIndex = mark.closest(".log-line") ? -1 : 0;
    }
  }

  ready(home);
  document.addEventListener("htmx:load", (event) => ready(event.target));
  document.addEventListener("dispersal:shown", () => ready(home));
  document.addEventListener("click", (event) => {
    const mark = event.target.closest(MARKS);
    if (mark && mark.closest("[data-rules]") === home && !inside(mark)) {
      if (shown === mark && pinned) hide(); else show(mark, true);
    } else if (shown && !note.contains(event.target)) hide();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && shown) return hide();
    const mark = event.target.closest?.(".rule[role=button]");
    if (mark && (event.key === "Enter" || event.key === " ")) { event.preventDefault(); show(mark, true); }
  });
  document.addEventListener("focusin", (event) => {
    if (event.target.matches(".term:focus-visible")) show(event.target, false);
  });
  document.addEventListener("focusout", (event) => {
    if (event.target === shown && !pinned) hide();
  });
  document.addEventListener("pointerover", (event) => {
    const mark = event.pointerType === "mouse" && event.target.closest(MARKS);
    if (!mark || pinned || mark.closest("[data-rules]") !== home) return;
    clearTimeout(resting);
    resting = setTimeout(() => show(mark, false), 350);
  });
  document.addEventListener("pointerout", (event) => {
    if (event.target.closest?.(MARKS)) { clearTimeout(resting); if (!pinned) hide(); }
  });
})();
