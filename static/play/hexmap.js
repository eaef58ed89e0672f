// A hex map: one tab stop, steps by key, orders given where they belong, a path over several hexes, three zooms.
// It knows no rule: the cells hold the possible actions, and the controls of the question's own form give them.

(() => {
  "use strict";

  const ARROWS = { ArrowLeft: 270, ArrowRight: 90, ArrowUp: 0, ArrowDown: 180 };
  // The six sides as the screen shows them: a flat-topped hex has one straight up, a pointed one two at the side.
  const SIDES = { flat: { q: 300, w: 0, e: 60, a: 240, s: 180, d: 120 }, pointy: { q: 330, e: 30, w: 270, s: 90, a: 210, d: 150 } };
  const STROKES = { a: "left", w: "ahead", d: "right" };
  // A thumb's width on the screen; and what is nearer on the drawing is the next hex.
  const [THUMB, NEXT] = [24, 45];

  let [at, had, path] = ["", false, []];

  const map = () => document.querySelector("[data-hexmap]");
  const all = (within) => [...map().querySelectorAll(within)];
  const cellOf = (hex) => document.getElementById(`hex-${hex}`);
  const hexOf = (cell) => cell.id.slice(4);
  const placeOf = (hex) => ["x", "y"].map((name) => cellOf(hex).querySelector("use").getAttribute(name));
  const saying = () => map()?.querySelector("[data-hexmap-said]");
  const again = (one, look) => (one.classList.remove(look), requestAnimationFrame(() => one.classList.add(look)));
  // Everybody sees for a while why an action is impossible; the rest is for readers who do not see the map.
  const say = (text, shown = false) => {
    saying().classList.remove("shown");
    saying().textContent = text;
    if (shown) again(saying(), "shown");
  };
  const lies = () => getComputedStyle(map()).getPropertyValue("--lies").trim() === "1";
  const middle = (cell, { x, y, width, height } = cell.getBoundingClientRect()) => [x + width / 2, y + height / 2];

  // The neighbours of each hex, by its sides, follow from its position: written out for each they would be a tenth of the page.
  const gather = () => {
    const [cells, first] = [all("[role=gridcell]:not([data-near])"), map().classList.contains("pointy") ? 0.5 : 0];
    const at = cells.map((cell) => placeOf(hexOf(cell)).map(Number));
    for (const [n, cell] of cells.entries()) {
      const near = Array(6).fill("-");
      for (const [m, [x, y]] of at.entries()) {
        const [u, v] = [x - at[n][0], y - at[n][1]];
        if (n !== m && Math.hypot(u, v) < NEXT) near[Math.round((Math.atan2(u, -v) * 3) / Math.PI - first + 6) % 6] = hexOf(cells[m]);
      }
      [cell.dataset.near, cell.tabIndex] = [near.join(" "), cell.tabIndex];
    }
  };
  // The tab stop goes where the focus goes.
  const moveTo = (cell, focus = true) => {
    if (!cell) return;
    all('[role=gridcell][tabindex="0"]').forEach((one) => one.setAttribute("tabindex", "-1"));
    cell.setAttribute("tabindex", "0");
    at = hexOf(cell);
    document.querySelector("[data-hexmap-place]")?.setAttribute("value", at);
    if (!focus) return;
    cell.focus({ preventScroll: true });
    cell.scrollIntoView({ block: "nearest", inline: "nearest" });
  };
  // The neighbour nearest to a direction of the screen, with any turn of the map.
  const toward = (cell, degrees) => {
    const [x, y] = middle(cell);
    let [best, least] = [null, 61];
    for (const near of cell.dataset.near.split(" ").map(cellOf).filter(Boolean)) {
      const [u, v] = middle(near);
      const off = Math.abs(((((Math.atan2(u - x, y - v) * 180) / Math.PI - degrees) % 360) + 540) % 360 - 180);
      if (off < least) [best, least] = [near, off];
    }
    return best;
  };
  const sideOf = (key) => SIDES[map().classList.contains("pointy") !== lies() ? "pointy" : "flat"][key];

  // A tap beside a place that can be used takes the nearest one within a thumb's width.
  const underThumb = (cell, x, y) => {
    const off = (one) => Math.hypot(middle(one)[0] - x, middle(one)[1] - y);
    const near = !cell.dataset.orders && x && all("[data-orders]").sort((one, other) => off(one) - off(other))[0];
    return near && off(near) <= THUMB ? near : cell;
  };

  // -- orders
  const controls = (value) => document.querySelector(`#prompt :is(button[name=answer], option)[value="${CSS.escape(value)}"]`);
  const plain = (control) => control.textContent.trim().replace(/\s+/g, " ");
  const giveBy = (control) => {
    if (control.matches("option")) {
      control.parentElement.value = control.value;
      control.parentElement.dispatchEvent(new Event("change", { bubbles: true }));
      control.closest("form").querySelector("button.main").focus({ preventScroll: true });
      document.querySelector("[data-nudges]")?.removeAttribute("hidden");
      say(plain(control));
    } else if (map().hasAttribute("data-confirms")) {
      document.querySelectorAll("#prompt .order.chosen").forEach((one) => one.classList.remove("chosen"));
      control.classList.add("chosen");
      control.focus();
      say(plain(control));
    } else control.click();
  };
  const choose = (cell) => {
    all(".chosen").forEach((one) => one.classList.remove("chosen"));
    const found = JSON.parse(cell.dataset.orders ?? "[]").map(controls).filter(Boolean);
    if (layTo(hexOf(cell))) return;
    if (!found.length) {
      again(cell, "blinks");
      const closed = cell.classList.contains("closed") && cell.getAttribute("aria-label");
      return say(closed || saying().dataset.nothing.replace("%s", hexOf(cell)), true);
    }
    cell.classList.add("chosen");
    magnify(cell);
    if (found.length === 1) giveBy(found[0]);
    else openSheet(found);
  };
  const openSheet = (found) => {
    const sheet = map().querySelector(".hexmap-orders");
    sheet.querySelector(".orders").replaceChildren(...found.map((control) => {
      const button = Object.assign(document.createElement("button"), { className: "order", type: "button" });
      button.textContent = [".verb", ".chance"].map((part) => control.querySelector?.(part)?.textContent ?? "").join(" ").trim() || plain(control);
      button.addEventListener("click", () => (sheet.close(), giveBy(control)));
      return button;
    }));
    sheet.showModal();
  };
  // Where any hex may be meant, the one that is chosen is shown large above the finger.
  const magnify = (cell) => {
    const loupe = map().querySelector(".hexmap-loupe");
    if (!loupe || innerWidth > 699) return;
    const [box, [x, y], [u, v]] = [map().getBoundingClientRect(), middle(cell), placeOf(hexOf(cell))];
    const sheet = map().querySelector(".hexmap-sheet");
    loupe.replaceChildren(...[".ground", ".marks"].map((part) => sheet.querySelector(part).cloneNode(true)));
    loupe.append(cell.firstElementChild.cloneNode());
    loupe.setAttribute("viewBox", `${u - 55} ${v - 55} 110 110`);
    loupe.style.left = `${Math.min(Math.max(x - box.x - 66, 4), box.width - 136)}px`;
    loupe.style.top = `${y - box.y > 150 ? y - box.y - 150 : y - box.y + 40}px`;
    loupe.removeAttribute("hidden");
  };

  // -- a path
  const ways = () => document.querySelector("[data-hexmap-path]") && JSON.parse(document.getElementById("hexmap-ways")?.textContent ?? "null");
  const endOf = (graph) => (path.length ? path.at(-1)[1] : graph.start);
  const lay = (graph, order) => {
    const step = (graph.steps[endOf(graph)] ?? []).find(([name]) => name === order);
    if (step && path.length < graph.most) showPath(graph, path.push(step));
  };
  // The shortest way to a hex: on from where the path ends, or else from its beginning.
  const search = (graph, from, hex, most) => {
    const [queue, seen] = [[[from, []]], new Set([from])];
    for (const [place, taken] of queue) {
      if (taken.length && place.split("/")[0] === hex) return taken;
      for (const step of taken.length < most ? graph.steps[place] ?? [] : []) if (!seen.has(step[1])) seen.add(step[1]), queue.push([step[1], [...taken, step]]);
    }
    return null;
  };
  const layTo = (hex) => {
    const graph = ways();
    if (!graph) return false;
    // The end of the path once more: the next way to arrive there, so that a turn in the last hex can be meant, too.
    if (path.length && endOf(graph).split("/")[0] === hex) {
      const alike = graph.steps[path.at(-2)?.[1] ?? graph.start].filter(([, place]) => place.split("/")[0] === hex);
      path.push(alike[(alike.findIndex(([name]) => name === path.at(-1)[0]) + 1) % alike.length]);
      return path.splice(-2, 1), showPath(graph), true;
    }
    const further = search(graph, endOf(graph), hex, graph.most - path.length);
    const found = further ? [...path, ...further] : search(graph, graph.start, hex, graph.most);
    return Boolean(found) && (showPath(graph, (path = found)), true);
  };
  const showPath = (graph) => {
    const form = document.querySelector("[data-hexmap-path]");
    if (!form) return;
    form.hidden = false;
    const places = [graph.start, ...path.map(([, place]) => place)].map((place) => place.split("/"));
    const [hexes, [end, side]] = [places.map(([hex]) => hex), places.at(-1)];
    const ahead = cellOf(end).dataset.near.split(" ")[side];
    const nose = cellOf(ahead) ? `L${placeOf(end).map((at, n) => at * 0.7 + placeOf(ahead)[n] * 0.3).join(" ")}` : "";
    map().querySelector(".laid").setAttribute("d", path.length ? `M${hexes.map((hex) => placeOf(hex).join(" ")).join("L")}${nose}` : "");
    const [answers, is_far] = [path.map(([order]) => [null, order]), path.length >= graph.least];
    if (graph.end && is_far && path.length < graph.most) answers.push([null, graph.end]);
    const button = form.querySelector("button[name=answers_json]");
    button.value = JSON.stringify(answers);
    // Where the map ends, the rules go on from there.
    button.ariaDisabled = path.length && (is_far || !graph.steps[endOf(graph)]) ? null : "true";
    button.querySelector("[data-laid]").textContent = places.slice(1).map(([hex, way]) => `${hex} ${graph.sides[way] ?? ""}`).join(" · ");
    const boxes = Array.from({ length: graph.most }, (_, n) => Object.assign(document.createElement("b"), { textContent: n + 1, className: n < path.length ? "laid" : "" }));
    form.querySelector(".hexmap-steps").replaceChildren(...boxes);
    say(saying().dataset.path.replace("%n", path.length).replace("%m", graph.most));
  };

  // -- zoom
  const zoom = (level) => {
    const link = map().querySelector(`[data-zoom="${level}"]`);
    if (!link) return;
    map().className = map().className.replace(/zoom-\d/, `zoom-${level}`);
    all("[data-zoom]").forEach((one) => one.removeAttribute("aria-current"));
    link.setAttribute("aria-current", "true");
    history.replaceState(history.state, "", link.href);
    (cellOf(at) ?? map().querySelector('[role=gridcell][tabindex="0"]'))?.scrollIntoView({ block: "center", inline: "center" });
  };
  const centre = () => {
    const [within, stop] = [".hexmap-scroll", '[tabindex="0"]'].map((one) => map()?.querySelector(one));
    if (stop) within.scrollTop += middle(stop)[1] - middle(within)[1];
  };
  const zoomed = () => Number(map().className.match(/zoom-(\d)/)[1]);
  // -- events
  const keyed = (event, cell) => {
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const graph = ways();
    if (graph && STROKES[key]) return lay(graph, STROKES[key]), true;
    if (graph && key === "Backspace") return path.pop(), showPath(graph), true;
    if (graph && key === "Escape" && path.length) return showPath(graph, (path = [])), true;
    if (!cell) return false;
    const degrees = ARROWS[key] ?? sideOf(key);
    if (degrees !== undefined) return moveTo(toward(cell, degrees)), true;
    if (key === "Enter" || key === " ") return choose(cell), true;
    if (key === "Escape") return document.querySelector("#prompt h2")?.focus(), true;
    if (key === "n" || key === "p") {
      const stops = all(`[data-holds]${map().classList.contains("anywhere") ? "" : ", [data-orders]"}`);
      const next = stops.indexOf(cell) + (key === "n" ? 1 : -1);
      return moveTo(stops.at(next % stops.length)), true;
    }
    const level = { "+": zoomed() + 1, "=": zoomed() + 1, "-": zoomed() - 1, 0: 1 }[key];
    if (level !== undefined) return zoom(level), true;
    const note = key === "m" && document.querySelector("[data-hexmap-note]");
    return note ? (note.focus(), true) : false;
  };
  document.addEventListener("keydown", (event) => {
    if (!map() || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const cell = event.target.closest?.("[role=gridcell]");
    const own = event.target.matches("input, textarea, select, summary") || (event.target.matches("a, button") && event.key === "Enter");
    if (own || (document.body.dataset.keys !== "on" && !cell)) return;
    if (keyed(event, cell)) event.preventDefault();
  }, true);
  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-zoom]");
    if (link) return event.preventDefault(), zoom(link.dataset.zoom);
    const [stroke, nudge] = ["lay", "nudge"].map((name) => event.target.closest(`[data-${name}]`)?.dataset[name]);
    if (stroke) return keyed({ key: stroke }, null);
    const cell = nudge ? at && toward(cellOf(at), sideOf(nudge)) : event.target.closest("[role=gridcell]");
    if (!cell) return;
    const meant = nudge ? cell : underThumb(cell, event.clientX, event.clientY);
    moveTo(meant, false);
    choose(meant);
  });

  // A new board restores the focus; a path belongs to the question for which it was drawn.
  document.addEventListener("htmx:beforeSwap", () => (had ||= Boolean(document.activeElement?.closest("[role=gridcell]"))));
  const arrived = () => {
    if (!map()) return;
    gather();
    path = [];
    if (ways()) showPath(ways());
    if (at) moveTo(cellOf(at), had);
    else requestAnimationFrame(centre);
    had = false;
  };
  document.addEventListener("htmx:afterSettle", ({ target: one }) => (one.id === "prompt" || one.querySelector("[data-hexmap]")) && arrived());
  arrived();
})();
