// The plotting table: legs drawn on the map along the grain, judged by the server at every stroke, a clock that shows
// the place of every raid. The drawing is the same plot that the rows of the form hold.

(() => {
  "use strict";

  const SVG = "http://www.w3.org/2000/svg";
  let plan = { raids: [] };
  let active = -1;
  let judged = null;
  let sorts = {};
  let kinds = {};
  let asked = 0;
  let turn = 0;
  let flying = 0;
  let token = "";
  let recalled = false;

  const table = () => document.querySelector("#prompt [data-plot]");
  const find = (name) => table().querySelector(`[${name}]`);
  const cellOf = (hex) => document.getElementById(`hex-${hex}`);
  const centre = (hex) => {
    const at = cellOf(hex)?.querySelector("use");
    return at ? [Number(at.getAttribute("x")), Number(at.getAttribute("y"))] : null;
  };
  const raid = () => plan.raids[active];
  const word = (name) => table().dataset[`say${name[0].toUpperCase()}${name.slice(1)}`];
  const make = (tag, text = "", marks = {}) => {
    const made = document.createElement(tag);
    made.textContent = text;
    Object.entries(marks).forEach(([name, value]) => made.setAttribute(name, value));
    return made;
  };
  const draw = (tag, marks, text = "") => {
    const made = document.createElementNS(SVG, tag);
    Object.entries(marks).forEach(([name, value]) => made.setAttribute(name, value));
    made.textContent = text;
    return made;
  };
  const said = (id) => Object.values(sorts).flat().find((one) => one.value === id)?.said ?? id;

  // Asking ------------------------------------------------------------------------------------------------------

  const post = async (address, fields) => {
    const form = table().closest("form");
    const body = new FormData();
    body.set("csrfmiddlewaretoken", form.querySelector("[name=csrfmiddlewaretoken]").value);
    body.set("seat", table().dataset.seat);
    body.set("token", form.querySelector("[name=token]").value);
    Object.entries(fields).forEach(([name, value]) => body.set(name, value));
    const answer = await fetch(address, { method: "POST", body, headers: { "X-Requested-With": "fetch" } });
    return answer.json();
  };
  const judge = async () => {
    const mine = ++asked;
    remember();
    let answer = null;
    try {
      answer = await post(table().dataset.judge, { draft: JSON.stringify({ plot: plan, active, opens: !judged }) });
    } catch {
      if (table()) find("data-says").textContent = word("lost");
      return;
    }
    if (mine !== asked || !table() || !answer.raids) return;
    if (answer.sorts) ({ sorts, kinds } = answer);
    if (answer.plans) offerPlans(answer.plans);
    if (answer.bomb_loads !== undefined) find("data-loads").dataset.may = answer.bomb_loads;
    judged = answer;
    show();
    // The plan that the night was set for is on the table; a later drawing is not overwritten.
    if (answer.intended && !recalled && !plan.raids.length) load(answer.intended);
  };

  // The drawing stays on this machine until it is sealed.
  const place = () => `plot ${location.pathname}`;
  const remember = () => {
    try {
      localStorage.setItem(place(), JSON.stringify({ plan, active, token }));
    } catch {
      // A browser without storage draws all the same.
    }
  };
  const recall = () => {
    try {
      const kept = JSON.parse(localStorage.getItem(place()) ?? "null");
      recalled = kept?.token === token;
      if (recalled) ({ plan, active } = kept);
    } catch {
      plan = { raids: [] };
    }
  };

  // Drawing on ----------------------------------------------------------------------------------------------------

  const add = (kind) => {
    const used = new Set(plan.raids.map((one) => one.letter));
    const letter = judged.letters.find((one) => !used.has(one)) ?? "";
    const free = judged.targets.find((one) => !plan.raids.some((other) => other.kind === "main" && other.target === one));
    const target = kind === "main" ? (free ?? judged.targets[0] ?? "") : "";
    plan.raids.push({ letter, kind, target, entry: "", turn: 1, first: 2, out: [], home: [], parent: "", split: 0, leaving: false, heavy: false });
    active = plan.raids.length - 1;
    judge();
  };
  const legs = () => (raid().home.length ? raid().home : raid().out);
  const take = (way) => {
    const one = raid();
    if (way.field === "target") one.target = way.value;
    else if (way.field === "entry") one.entry = way.value;
    else if (way.field === "out" || way.field === "home") one[way.field].push({ to: way.value, via: way.via });
    judge();
  };
  const back = () => {
    const one = raid();
    if (one.home.length) one.home.pop();
    else if (one.out.length) one.out.pop();
    else if (one.split) [one.split, one.leaving] = [0, false];
    else if (one.entry) one.entry = "";
    judge();
  };
  // The hex that was tapped: a place to break out, a leg's end, or the other side of the leg that ends there.
  const tap = (hex) => {
    if (!raid() || !judged) return false;
    const split = judged.splits.find((one) => one.hex === hex);
    if (split) {
      [raid().split, raid().leaving] = [split.place, split.leaving];
      judge();
      return true;
    }
    const way = judged.ways.find((one) => one.hex === hex);
    const last = judged.raids[active]?.legs.at(-1);
    if (last?.to === hex && last.sides > 1) {
      swing(last);
      return true;
    }
    if (!way) return false;
    take(way);
    return true;
  };
  const swing = async (last) => {
    const leg = legs().at(-1);
    const from = cellOf(last.from).dataset.near.split(" ");
    const next = last.hexes[0];
    // Of a row's two sides the other begins with the other neighbour that both the start and the row's end allow.
    legs().pop();
    const answer = await post(table().dataset.judge, { draft: JSON.stringify({ plot: plan, active }) });
    const other = (answer.ways ?? []).find((one) => one.value === leg.to && one.via && one.via !== next && from.includes(one.via));
    legs().push(other ? { to: leg.to, via: other.via } : leg);
    judge();
  };

  // Showing -------------------------------------------------------------------------------------------------------

  const show = () => {
    if (!table() || !judged) return;
    table().hidden = false;
    document.querySelectorAll(".hexmap .reached, .hexmap .arrives").forEach((one) => one.classList.remove("reached", "arrives"));
    showRaids();
    showOne();
    showFaults();
    showTwins();
    showSeal();
    showClock();
    drawMap();
  };
  // An unfinished raid is no fault yet.
  const STILL = new Set(["entry", "misses-target", "exit", "not-a-city", "not-a-mine-hex", "split"]);
  const faultsOf = (one) => (one.arrived ? one.faults : one.faults.filter((fault) => !STILL.has(fault.code)));
  const state = (at) => {
    const one = judged.raids[at];
    if (one && faultsOf(one).length) return ["fault", `${faultsOf(one).length} × ${word("fault")}`];
    return one?.sound && !one.faults.length ? ["sound", word("sound")] : ["open", word("open")];
  };
  const showRaids = () => {
    find("data-given").textContent = Object.entries(judged.given).filter(([, n]) => n).map(([kind, n]) => `${n} × ${kinds[kind] ?? kind}`).join(", ");
    find("data-raids").replaceChildren(...plan.raids.map((one, at) => {
      const line = make("li", "", { class: `hue-${at % 6}` });
      const button = make("button", "", { type: "button", class: "plot-raid", "aria-pressed": String(at === active), "data-raid": at });
      const [look, says] = state(at);
      const drawn = judged.raids[at];
      button.append(make("b", one.letter || "?", { class: "plot-letter" }), make("span", `${kinds[one.kind] ?? one.kind} ${one.target ? said(one.target) : ""}`), make("em", says, { class: look }));
      const facts = [];
      if (one.parent) facts.push(word("with").replace("%s", one.parent));
      if (drawn?.target_turn) facts.push(word("over").replace("%s", drawn.target_turn));
      if (drawn?.home_turn) facts.push(word("back").replace("%s", drawn.home_turn));
      button.append(make("small", facts.join(" · ")));
      line.append(button);
      return line;
    }));
  };
  const options = (select, pairs, value) => {
    select.replaceChildren(...pairs.map(([id, text]) => make("option", text, { value: id })));
    select.value = value;
  };
  const showOne = () => {
    const one = raid();
    find("data-one").hidden = !one;
    if (!one) return;
    const field = (name) => table().querySelector(`[data-field=${name}]`);
    find("data-title").textContent = `${one.letter} · ${kinds[one.kind] ?? one.kind}`;
    options(field("target"), [["", "–"], ...(sorts[one.kind] ?? []).map((each) => [each.value, each.said])], one.target);
    field("target").parentElement.hidden = one.kind === "decoy";
    field("turn").value = one.turn;
    field("first").value = one.first;
    field("turn").parentElement.hidden = field("first").parentElement.hidden = Boolean(one.parent);
    const parents = plan.raids.filter((each) => each !== one && (each.kind === "main" || each.kind === "decoy"));
    options(field("parent"), [["", word("alone")], ...parents.map((each) => [each.letter, word("with").replace("%s", each.letter)])], one.parent);
    find("data-escorts").hidden = one.kind !== "mosquito";
    find("data-loads").hidden = !(one.kind === "main" && find("data-loads").dataset.may === "true");
    field("heavy").checked = one.heavy;
    const fields = new Set(judged.ways.map((way) => way.field));
    const next = judged.splits.length ? "split" : fields.has("target") ? "target" : fields.has("entry") ? "start" : fields.has("out") ? "out" : fields.has("home") ? "home" : judged.raids[active]?.arrived ? "done" : "none";
    find("data-says").textContent = word(next);
    find("data-legs").replaceChildren(...(judged.raids[active]?.legs ?? []).map((leg, at, all) => {
      const line = make("li", `${leg.from}–${leg.to} (${leg.hexes.length})`);
      if (at === all.length - 1 && leg.sides > 1) line.append(make("button", "⇅", { type: "button", class: "text", "data-swing": "", "aria-label": `${leg.from}–${leg.to} ⇅` }));
      return line;
    }));
    for (const way of judged.ways) {
      const cell = way.hex && cellOf(way.hex);
      if (!cell) continue;
      cell.classList.add("reached");
      if (way.arrives) cell.classList.add("arrives");
    }
    for (const split of judged.splits) cellOf(split.hex)?.classList.add("reached");
  };
  const showFaults = () => {
    const all = [...judged.faults, ...judged.raids.flatMap((one) => faultsOf(one).map((fault) => ({ ...fault, letter: one.letter })))];
    find("data-faults").replaceChildren(...all.map((fault) => {
      const line = make("li", `${fault.letter ? `${fault.letter}: ` : ""}${fault.said} `);
      line.append(make("span", fault.rule, { class: "rule" }));
      return line;
    }));
  };
  const showTwins = () => {
    const box = find("data-twins");
    const lines = judged.twins ?? [];
    box.hidden = !lines.length;
    box.querySelector("ul").replaceChildren(...lines.map((line) => make("li", line)));
  };
  const showSeal = () => {
    const faults = judged.faults.length + judged.raids.reduce((n, one) => n + faultsOf(one).length, 0);
    const unfinished = plan.raids.filter((_, at) => state(at)[0] === "open").length;
    const seal = find("data-seal");
    seal.value = JSON.stringify(plan);
    if (faults || unfinished || !plan.raids.length) seal.setAttribute("aria-disabled", "true");
    else seal.removeAttribute("aria-disabled");
    const says = [[faults, "fault"], [unfinished, "open"]].filter(([n]) => n).map(([n, name]) => `${n} × ${word(name)}`);
    find("data-sealed").textContent = says.join(", ");
  };
  const showClock = () => {
    const clock = find("data-clock");
    const ends = judged.raids.flatMap((one) => one.stands.map(([n]) => n));
    clock.max = Math.max(1, ...ends);
    if (turn) clock.value = turn;
    find("data-turn-said").textContent = turn || "–";
  };

  // The map: every raid's line, the ends of its turns, its target, where it breaks out, what is wrong where.
  const drawMap = () => {
    const over = document.querySelector(".raid-over");
    if (!over) return;
    over.querySelector(".plots")?.remove();
    const group = draw("g", { class: "plots" });
    judged.raids.forEach((one, at) => {
      const line = draw("g", { class: `route plotted hue-${at % 6} ${plan.raids[at].kind}${at === active ? " active" : ""}` });
      const points = one.route.slice(Math.max(0, one.appears)).map(centre).filter(Boolean);
      if (points.length > 1) line.append(draw("path", { class: "flown", d: `M${points.map((p) => p.join(" ")).join("L")}` }));
      const aim = centre(one.target_hex);
      if (aim) line.append(draw("path", { class: "aim", d: "M-7 0a7 7 0 1 1 14 0a7 7 0 1 1-14 0M-10 0H-4M10 0H4M0-10V-4M0 10V4", transform: `translate(${aim[0]} ${aim[1]})` }));
      if (plan.raids[at].parent && points.length) line.append(draw("path", { class: "star", d: "M0-5L1.4-1.4L5 0L1.4 1.4L0 5L-1.4 1.4L-5 0L-1.4-1.4Z", transform: `translate(${points[0][0]} ${points[0][1]})` }));
      for (const [n, hexes] of one.stands) {
        const end = centre(hexes[0]);
        if (!end) continue;
        const disc = draw("g", { class: "disc", transform: `translate(${end[0]} ${end[1]})` });
        disc.append(draw("circle", { r: 4.6 }), draw("text", { y: 2.2 }, String(n)));
        line.append(disc);
      }
      const now = turn && one.stands.find(([n]) => n === turn);
      if (now) {
        now[1].map(centre).filter(Boolean).forEach(([x, y], place) => {
          const plate = draw("g", { class: place ? "tail" : "head", transform: `translate(${x} ${y})` });
          plate.append(draw("rect", { class: "plate", x: -7, y: -7, width: 14, height: 14, rx: 2 }));
          if (!place) plate.append(draw("text", { class: "letter", y: 3.4 }, `${one.letter}`));
          line.append(plate);
        });
      }
      for (const fault of faultsOf(one)) {
        const wrong = centre(fault.hex);
        if (wrong) line.append(draw("path", { class: "wrong", d: "M-6-6L6 6M6-6L-6 6", transform: `translate(${wrong[0]} ${wrong[1]})` }));
      }
      group.append(line);
    });
    over.append(group);
  };

  // Stored plans --------------------------------------------------------------------------------------------------

  const offerPlans = (plans) => {
    const select = find("data-loads-plan");
    options(select, [["", "–"], ...plans.map((one) => [one.id, one.name])], "");
    find("data-kept-plans").hidden = !plans.length;
  };
  const keep = async () => {
    const answer = await post(table().dataset.keep, { name: find("data-name").value, draft: JSON.stringify(plan) });
    find("data-kept").textContent = answer.refused ?? (answer.said || word("kept"));
  };
  const load = async (id) => {
    if (!id) return;
    const answer = await fetch(`${table().dataset.plans}${id}/plan.json`);
    if (!answer.ok) return;
    // The address has done its part: what is drawn from here on is not drawn over.
    history.replaceState(history.state, "", location.pathname);
    plan = { raids: (await answer.json()).raids };
    active = plan.raids.length ? 0 : -1;
    judge();
  };
  // As text: the rows of the form are filled in and judged, as if they had been typed.
  const asText = () => {
    const form = table().closest("form");
    form.querySelectorAll("[data-written]").forEach((one) => one.remove());
    form.querySelectorAll("[name^='f.']").forEach((one) => (one.disabled = true));
    plan.raids.forEach((one, at) => {
      for (const [name, value] of Object.entries(one)) {
        const line = (each) => (each.via ? `${each.to}/${each.via}` : each.to);
        const text = Array.isArray(value) ? value.map(line).join(" ") : value === true ? "on" : String(value);
        if (value === false) continue;
        form.append(make("input", "", { type: "hidden", name: `f.raids.${at}.${name}`, value: text, "data-written": "" }));
      }
    });
    form.querySelector("button[name=draft][value=judge]").click();
  };

  // Events --------------------------------------------------------------------------------------------------------

  const change = (field) => {
    const one = raid();
    const name = field.dataset.field;
    if (name === "heavy") one.heavy = field.checked;
    else if (name === "turn" || name === "first") one[name] = Number(field.value) || 1;
    else if (name === "parent") Object.assign(one, { parent: field.value, split: 0, leaving: false, entry: "", out: [], home: [] });
    else Object.assign(one, { target: field.value, home: [] });
    judge();
  };
  const turnTo = (n) => {
    turn = n;
    showClock();
    drawMap();
  };
  const fly = () => {
    clearInterval(flying);
    turnTo(1);
    flying = setInterval(() => {
      if (!table() || turn >= Number(find("data-clock").max)) clearInterval(flying);
      else turnTo(turn + 1);
    }, 700);
  };
  document.addEventListener("click", (event) => {
    if (!table()) return;
    const hit = (name) => event.target.closest(`[${name}]`);
    const cell = hit("role=gridcell");
    if (cell && tap(cell.id.slice(4))) {
      event.stopImmediatePropagation();
      return;
    }
    if (!event.target.closest("[data-plot]")) return;
    if (hit("data-add")) add(hit("data-add").dataset.add);
    else if (hit("data-raid")) {
      active = Number(hit("data-raid").dataset.raid);
      judge();
    } else if (hit("data-back")) back();
    else if (hit("data-swing")) swing(judged.raids[active].legs.at(-1));
    else if (hit("data-clear")) {
      Object.assign(raid(), { entry: "", out: [], home: [], split: 0, leaving: false });
      judge();
    } else if (hit("data-drop")) {
      plan.raids.splice(active, 1);
      active = Math.min(active, plan.raids.length - 1);
      judge();
    } else if (hit("data-keeps")) keep();
    else if (hit("data-as-text")) asText();
    else if (hit("data-fly")) fly();
    else if (hit("data-seal") && hit("data-seal").getAttribute("aria-disabled")) event.preventDefault();
  }, true);
  document.addEventListener("keydown", (event) => {
    const cell = table() && event.target.closest?.("[role=gridcell]");
    if (!cell) return;
    const chooses = event.key === "Enter" || event.key === " ";
    if ((chooses && tap(cell.id.slice(4))) || (event.key === "Backspace" && raid() && (back(), true))) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  }, true);
  document.addEventListener("change", (event) => {
    if (!table()) return;
    if (event.target.matches("[data-field]")) change(event.target);
    if (event.target.matches("[data-loads-plan]")) load(event.target.value);
  });
  document.addEventListener("input", (event) => {
    if (event.target.matches("[data-clock]")) turnTo(Number(event.target.value));
  });
  const begin = () => {
    if (!table()) return;
    const held = table().closest("form").querySelector("[name=token]").value;
    if (held !== token) {
      token = held;
      judged = null;
      plan = { raids: [] };
      active = -1;
      recall();
    }
    const wanted = new URLSearchParams(location.search).get("plan");
    if (judged) show();
    else if (wanted && !plan.raids.length) load(wanted).then(() => judged || judge());
    else judge();
  };
  document.addEventListener("htmx:afterSettle", (event) => event.target.id === "prompt" && begin());
  begin();
})();
