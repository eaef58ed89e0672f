// The night board: a unit is chosen on the map or in its row, a hex that it can reach gives its order, and the fate
// of those that run dry is said before anything is given. The question's own form holds the possible orders.

(() => {
  "use strict";

  let taken = "";

  const form = () => document.querySelector("#prompt [data-many]");
  const rows = () => [...document.querySelectorAll("#prompt [data-row]")];
  const rowOf = (unit) => document.querySelector(`#prompt [data-row="${CSS.escape(unit)}"]`);
  const cellOf = (hex) => document.getElementById(`hex-${hex}`);
  const optionAt = (row, hex) => row?.querySelector(`option[data-hex="${CSS.escape(hex)}"]`);
  const say = (text) => {
    const said = document.querySelector("[data-hexmap-said]");
    if (said) said.textContent = text;
  };

  const take = (unit) => {
    taken = unit;
    document.querySelectorAll(".hexmap .reached").forEach((one) => one.classList.remove("reached"));
    document.querySelectorAll(".unit.taken, tr.taken").forEach((one) => one.classList.remove("taken"));
    document.querySelectorAll("[data-takes]").forEach((one) => one.setAttribute("aria-pressed", String(one.dataset.takes === unit)));
    const row = unit && rowOf(unit);
    if (!row) return;
    row.classList.add("taken");
    row.scrollIntoView({ block: "nearest" });
    document.querySelector(`[data-counter="${CSS.escape(unit)}"]`)?.classList.add("taken");
    for (const option of row.querySelectorAll("option[data-hex]")) cellOf(option.dataset.hex)?.classList.add("reached");
    say(row.querySelector("[data-takes]").textContent.trim());
  };

  // The choice so far: lines on the map, the number on the button, the fate of those that run dry.
  const show = () => {
    if (!form()) return;
    const lines = [];
    let count = 0;
    for (const row of rows()) {
      const option = row.querySelector("select").selectedOptions[0];
      if (!option?.value) continue;
      count += 1;
      const [from, to] = [cellOf(row.dataset.hex), cellOf(option.dataset.hex)].map((cell) => cell?.querySelector("use"));
      if (from && to) lines.push(`M${from.getAttribute("x")} ${from.getAttribute("y")}L${to.getAttribute("x")} ${to.getAttribute("y")}`);
    }
    count += form().querySelectorAll("input[name=answers]:checked").length;
    document.querySelector("[data-planned]")?.setAttribute("d", lines.join(""));
    const said = form().querySelector("[data-counts]");
    said.textContent = count ? said.dataset.one.replace("%s", count) : "";
    const gives = form().querySelector("[data-gives]");
    if (count) gives.removeAttribute("aria-disabled");
    else gives.setAttribute("aria-disabled", "true");
    document.querySelectorAll("[data-dry]").forEach((line) => {
      const row = rowOf(line.dataset.dry);
      const option = row?.querySelector("select").selectedOptions[0];
      const hex = option?.dataset.hex || row?.dataset.hex;
      const ends = JSON.parse(line.querySelector("script").textContent);
      if (!hex || !ends[hex]) return;
      line.querySelector("[data-where]").textContent = hex;
      line.querySelector("[data-end]").textContent = ends[hex];
      const lands = line.dataset.near.split(" ").includes(hex);
      line.classList.toggle("lands", lands);
      line.classList.toggle("diverts", !lands);
    });
  };

  const choose = (row, value) => {
    const select = row.querySelector("select");
    select.value = value;
    show();
    say(select.selectedOptions[0].textContent.trim());
  };

  // A hex: the order of the chosen unit, else the next unit in it.
  const tap = (cell) => {
    const hex = cell.id.slice(4);
    const option = taken && optionAt(rowOf(taken), hex);
    if (option) {
      choose(rowOf(taken), option.value);
      take("");
      return true;
    }
    const here = rows().filter((row) => row.dataset.hex === hex).map((row) => row.dataset.row);
    if (!here.length) return false;
    take(here[(here.indexOf(taken) + 1) % here.length]);
    return true;
  };

  document.addEventListener("click", (event) => {
    const unit = event.target.closest("[data-takes]");
    if (unit) take(taken === unit.dataset.takes ? "" : unit.dataset.takes);
    const cure = event.target.closest("[data-cure]");
    if (cure) choose(rowOf(cure.dataset.cure.split(":")[1]), cure.dataset.cure);
    const cell = form() && event.target.closest("[role=gridcell]");
    if (cell && tap(cell)) event.stopImmediatePropagation();
  }, true);
  document.addEventListener("keydown", (event) => {
    const cell = form() && event.target.closest?.("[role=gridcell]");
    if (!cell || (event.key !== "Enter" && event.key !== " ")) return;
    if (!tap(cell)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
  // Where more is drawn than the window shows, what matters now comes to its middle.
  const centre = () => {
    const scroll = document.querySelector(".raid-board .hexmap-scroll");
    const cell = scroll?.querySelector('[role=gridcell][tabindex="0"]');
    if (!cell) return;
    const [box, at] = [scroll.getBoundingClientRect(), cell.getBoundingClientRect()];
    scroll.scrollLeft += at.x + at.width / 2 - box.x - box.width / 2;
    scroll.scrollTop += at.y + at.height / 2 - box.y - box.height / 2;
  };
  document.addEventListener("change", show);
  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.target.id !== "prompt") return;
    take("");
    show();
  });
  show();
  centre();
})();
