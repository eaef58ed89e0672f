// The replay plays by itself, says which chapter it is in, and hands out the address of the moment it shows.
(() => {
  const slider = document.getElementById("at");
  if (!slider) return;
  const chapters = document.querySelector("[data-chapters]");
  const play = document.querySelector("[data-play]");
  const copy = document.querySelector("[data-copy-here]");
  const PACE = 1400;
  let clock = 0;
  let waits = false;

  function to(rank) {
    slider.value = rank;
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    mark();
  }

  function mark() {
    if (!chapters) return;
    const begun = [...chapters.options].filter((option) => Number(option.value) <= Number(slider.value));
    chapters.selectedIndex = Math.max(begun.length - 1, 0);
  }

  function stop() {
    clearInterval(clock);
    clock = 0;
    play?.setAttribute("aria-pressed", "false");
  }

  function step() {
    if (Number(slider.value) >= Number(slider.max)) return stop();
    if (waits) return;
    waits = true;
    to(Number(slider.value) + 1);
  }

  mark();
  slider.addEventListener("input", (event) => { if (event.isTrusted) stop(); mark(); });
  document.body.addEventListener("htmx:afterRequest", () => { waits = false; });
  chapters?.addEventListener("change", () => { stop(); to(Number(chapters.value)); });
  if (play) {
    play.hidden = false;
    play.addEventListener("click", () => {
      if (clock) return stop();
      play.setAttribute("aria-pressed", "true");
      clock = setInterval(step, PACE);
    });
  }
  if (copy && navigator.clipboard) {
    copy.hidden = false;
    copy.addEventListener("click", () => navigator.clipboard.writeText(location.href));
  }
})();
