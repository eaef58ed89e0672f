// A film plays by itself, at a speed; each moment is said, and has its address. A divider cuts one map in two views.

(() => {
  "use strict";

  const form = document.querySelector("[data-film]");
  if (!form) return;
  const range = form.querySelector("#at");
  const block = form.querySelector("[data-film-play]");
  const button = block.querySelector("button");
  const speed = block.querySelector("[data-speed]");
  const said = document.querySelector("[data-film-said]");
  let timer = 0;
  let cut = 50;
  let places = [];

  const go = (at) => {
    range.value = at;
    range.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const stop = () => {
    clearTimeout(timer);
    timer = 0;
    button.textContent = button.dataset.play;
    button.setAttribute("aria-pressed", "false");
  };
  // The next moment is requested when the last one is shown: a slow server makes a slow film, and no heap of requests.
  const wait = () => {
    timer = setTimeout(() => {
      if (Number(range.value) >= Number(range.max)) stop();
      else go(Number(range.value) + 1);
    }, Number(speed.value));
  };
  const divided = () => {
    const lanes = document.querySelector(".film-lanes");
    const hand = lanes?.querySelector("[data-film-cut]");
    lanes?.style.setProperty("--cut", `${cut}%`);
    if (hand) hand.value = cut;
  };
  const scrolls = () => [...document.querySelectorAll(".film-board .hexmap-scroll")];
  // Both views overlap: they are moved together, and stay where they were when the next moment comes.
  const follow = (event) => {
    const from = event.target;
    if (!from.matches?.(".film-board .hexmap-scroll")) return;
    places = [from.scrollLeft, from.scrollTop];
    for (const one of scrolls()) if (one !== from && (one.scrollLeft !== places[0] || one.scrollTop !== places[1])) one.scrollTo(...places);
  };

  const shown = () => {
    divided();
    if (places.length) scrolls().forEach((one) => one.scrollTo(...places));
    const now = document.querySelector("#film .film-lines .now");
    if (now) now.parentElement.scrollTop = now.offsetTop - now.parentElement.offsetTop - 60;
  };

  block.hidden = false;
  shown();
  button.addEventListener("click", () => {
    if (timer) {
      stop();
      return;
    }
    button.textContent = button.dataset.pause;
    button.setAttribute("aria-pressed", "true");
    if (Number(range.value) >= Number(range.max)) go(1);
    else wait();
  });
  speed.addEventListener("change", (event) => event.stopPropagation());
  document.addEventListener("scroll", follow, { capture: true, passive: true });
  document.addEventListener("input", (event) => {
    if (!event.target.matches("[data-film-cut]")) return;
    cut = Number(event.target.value);
    divided();
  });
  document.addEventListener("click", (event) => {
    const copy = event.target.closest("[data-copy-moment]");
    if (copy && navigator.clipboard) {
      event.preventDefault();
      navigator.clipboard.writeText(document.getElementById("film").dataset.url).then(() => (copy.textContent = copy.dataset.copied));
      return;
    }
    const link = event.target.closest("#film nav a, #film .film-lines a");
    if (!link) return;
    event.preventDefault();
    if (!link.getAttribute("aria-disabled")) go(Number(new URL(link.getAttribute("href"), location.href).searchParams.get("at")));
  });
  document.addEventListener("htmx:afterSettle", () => {
    const film = document.getElementById("film");
    history.replaceState(history.state, "", film.dataset.url);
    said.textContent = [...film.querySelectorAll("[data-film-line]")].map((line) => line.textContent.trim()).join(" · ");
    shown();
    const copy = document.querySelector("[data-copy-moment]");
    if (copy) copy.href = film.dataset.url;
    if (timer) {
      clearTimeout(timer);
      wait();
    }
  });
})();
