// The clock of an umpire’s page runs on between two answers of the server.

(() => {
  "use strict";

  const said = (seconds) => (seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`);
  setInterval(() => {
    const clock = document.querySelector("[data-waits]");
    if (!clock) return;
    clock.dataset.waits = Number(clock.dataset.waits) + 1;
    clock.textContent = said(Number(clock.dataset.waits));
  }, 1000);
})();
