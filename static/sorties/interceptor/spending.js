// The basket between sorties: the choice is below with the points that it leaves; nothing is paid until the order is given.

(() => {
  "use strict";
  const form = document.querySelector("form.basket");
  if (!form) return;
  const boxes = [...form.querySelectorAll("input[data-purse]")];
  const tokens = form.querySelector(".tokens");
  const empty = form.querySelector("[type=reset]");
  const pay = form.querySelector("[data-pays]");
  const keep = form.querySelector("[data-keep]");

  const token = (box) => {
    const one = document.createElement("li");
    const off = document.createElement("button");
    one.append(box.dataset.title);
    for (let n = 0; n < Number(box.dataset.cost); n += 1) one.append(Object.assign(document.createElement("i"), { className: "disc" }));
    Object.assign(off, { type: "button", textContent: "×" });
    off.setAttribute("aria-label", `${tokens.dataset.off}: ${box.dataset.title}`);
    off.addEventListener("click", () => {
      box.checked = false;
      box.focus();
      shown();
    });
    one.append(off);
    return one;
  };

  const shown = () => {
    const chosen = boxes.filter((box) => box.checked);
    for (const purse of document.querySelectorAll(".purse")) {
      const spent = chosen.filter((box) => box.dataset.purse === purse.dataset.purse).reduce((sum, box) => sum + Number(box.dataset.cost), 0);
      const left = Number(purse.dataset.points) - spent;
      for (const part of purse.querySelectorAll(".arrow, .after")) part.hidden = !spent;
      purse.querySelector(".after").textContent = left;
      for (const box of boxes) {
        if (box.dataset.purse !== purse.dataset.purse || box.checked) continue;
        // One of a kind takes the place of the other, and gives its price back.
        const instead = chosen.find((other) => box.dataset.only && other.dataset.only === box.dataset.only);
        box.disabled = Number(box.dataset.cost) > left + Number(instead?.dataset.cost ?? 0);
      }
    }
    tokens.replaceChildren(...chosen.map(token));
    empty.hidden = !chosen.length;
    pay.hidden = !chosen.length;
    keep.classList.toggle("main", !chosen.length);
    pay.textContent = pay.dataset.pays;
  };

  form.addEventListener("change", (event) => {
    const only = event.target.dataset?.only;
    if (only && event.target.checked) for (const box of boxes) if (box !== event.target && box.dataset.only === only) box.checked = false;
    shown();
  });
  form.addEventListener("reset", () => setTimeout(shown));
  window.addEventListener("pageshow", shown);
  shown();
})();
