// The log sheet on a phone: the two latest months are open, the others wait for a tap.

(() => {
  "use strict";
  const phone = matchMedia("(max-width: 699px)");
  const fold = () => {
    const begun = [...document.querySelectorAll(".log-month[data-begun]")];
    const latest = new Set(begun.slice(-2));
    for (const month of document.querySelectorAll(".log-month")) month.open = !phone.matches || latest.has(month);
  };
  fold();
  phone.addEventListener("change", fold);
  window.addEventListener("beforeprint", () => document.querySelectorAll(".log-month").forEach((month) => { month.open = true; }));
})();
