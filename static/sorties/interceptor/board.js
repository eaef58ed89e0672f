// The board shows what an order under the hand or the focus would do, and where the last round has moved the aircraft.

(() => {
  "use strict";

  const MOVE = 250;
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const stopOf = (dial, place) => dial.querySelector(`[data-stop="${place}"]`);
  const at = (one) => [Number(one.dataset.x), Number(one.dataset.y)];

  // A bow from one stop to another, outside the ring of stops.
  const bow = (dial, from, to) => {
    const [a, b] = [stopOf(dial, from), stopOf(dial, to)].map(at);
    return `M${a} Q${(a[0] + b[0]) / 2} ${Math.min(a[1], b[1]) - 18} ${b}`;
  };

  const preview = (event) => {
    const order = event.target.closest?.("[data-aim-at], [data-turns-to]");
    if (order?.dataset.aimAt) for (const mark of document.querySelectorAll(".aimed")) mark.dataset.aim = order.dataset.aimAt;
    for (const dial of document.querySelectorAll(".dial")) {
      const to = order?.dataset.turnsTo;
      const moves = to !== undefined && to !== dial.dataset.here;
      dial.querySelector("[data-preview]").setAttribute("d", moves ? bow(dial, dial.dataset.here, to) : "");
      dial.querySelectorAll("[data-stop]").forEach((one) => one.classList.toggle("previewed", moves && one.dataset.stop === to));
    }
  };
  document.addEventListener("pointerover", preview);
  document.addEventListener("focusin", preview);

  // Positions before the board was fetched again; stored over a reload of the page.
  const kept = `sortie ${location.pathname}`;
  let before = JSON.parse(sessionStorage.getItem(kept) ?? "{}");
  const moved = () => {
    const now = { seat: document.querySelector(".ace-board")?.dataset.seat };
    // Another pilot's fight is on the board now: nothing of it has moved.
    if ((before.seat ?? now.seat) !== now.seat) before = {};
    for (const one of document.querySelectorAll("[data-moves]")) {
      const name = one.dataset.moves;
      if (name === "dial" && now.dial) continue;
      const place = at(one);
      now[name] = place;
      if (!before[name] || String(before[name]) === String(place) || calm.matches) continue;
      const [from, to] = [before[name], place].map(([x, y]) => `translate(${x}px, ${y}px)`);
      one.animate([{ transform: from }, { transform: to }], { duration: MOVE, easing: "ease-out" });
    }
    const place = document.querySelector(".dial")?.dataset.here;
    if (place !== undefined) {
      now.place = place;
      now.from = before.place !== undefined && before.place !== place ? before.place : before.from;
      for (const dial of document.querySelectorAll(".dial")) {
        if (now.from === undefined || now.from === place) continue;
        const arc = dial.querySelector("[data-shifted]");
        arc.setAttribute("d", bow(dial, now.from, place));
        arc.classList.toggle("better", Number(now.from) < Number(place));
      }
    }
    before = now;
    sessionStorage.setItem(kept, JSON.stringify(now));
  };
  moved();
  document.addEventListener("dispersal:shown", moved);

  // The result of the player's own order is at the top: the page scrolls back to it.
  let ordered = false;
  document.addEventListener("htmx:beforeRequest", (event) => {
    ordered = event.target.matches("#prompt form");
  });
  document.addEventListener("htmx:afterSettle", () => {
    const told = ordered && document.querySelector("#last-roll .x-head");
    if (!told) return;
    ordered = false;
    // Its position is known with the frame that shows it; an earlier query causes one more layout.
    requestAnimationFrame(() => told.getBoundingClientRect().top < 0 && scrollTo({ top: 0 }));
  });
})();
