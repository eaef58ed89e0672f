// A half-filled line of the tabletop log is stored in the browser: the text survives a reload and a lost connection.

(() => {
  "use strict";

  const form = () => document.getElementById("line");
  if (!form()) return;
  const place = () => `line/${form().dataset.draft}`;
  const OWN = ["csrfmiddlewaretoken", "token"];
  const fields = () => [...new FormData(form())].filter(([name]) => !OWN.includes(name));

  // Where a browser stores nothing (a private window, a full disk), the page works without.
  const read = () => {
    try {
      return JSON.parse(localStorage.getItem(place()));
    } catch {
      return null;
    }
  };
  const forget = () => {
    try {
      localStorage.removeItem(place());
    } catch {
      // Without storage there is nothing to delete.
    }
  };
  const say = (kept) => {
    const said = document.getElementById("draft");
    const at = kept && new Date(kept.at).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
    const words = navigator.onLine ? said.dataset.kept.replace("%s", at) : said.dataset.offline;
    said.textContent = kept ? words : "";
    document.getElementById("draft-forget").hidden = !kept;
  };
  const offline = () => {
    const said = document.getElementById("draft");
    said.textContent = said.dataset.offline;
  };

  const asLoaded = JSON.stringify(fields());
  let forgotten = false;
  const keep = () => {
    if (forgotten || JSON.stringify(fields()) === asLoaded) return;
    const kept = { line: form().dataset.line, at: Date.now(), fields: fields() };
    try {
      localStorage.setItem(place(), JSON.stringify(kept));
    } catch {
      return;
    }
    say(kept);
  };

  // The page draws the stored text, as it draws every form: it is sent for a check, and nothing is entered.
  const restore = async (kept) => {
    const sent = new URLSearchParams(kept.fields);
    for (const name of OWN) sent.set(name, new FormData(form()).get(name));
    sent.set("do", "look");
    const answer = await fetch(location.href, { method: "POST", body: sent });
    if (!answer.ok) return;
    const drawn = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("line");
    form().replaceWith(drawn);
    htmx.process(drawn);
    say(kept);
  };

  const kept = read();
  if (kept && kept.line !== form().dataset.line) forget(); // That line is written down.
  else if (kept && "fresh" in form().dataset) restore(kept).catch(offline);
  else if (kept) say(kept);

  for (const name of ["input", "change", "htmx:afterSettle"]) {
    document.addEventListener(name, (event) => event.target.closest?.("#line") && keep());
  }
  document.addEventListener("htmx:sendError", offline);
  document.addEventListener("submit", (event) => {
    if (event.target !== form()) return;
    keep();
    if (navigator.onLine) return;
    event.preventDefault();
    offline();
  });
  window.addEventListener("offline", offline);
  window.addEventListener("online", () => say(read()));
  document.addEventListener("click", (event) => {
    if (event.target.id === "draft-forget") {
      forgotten = true; // An answer that still arrives for the old page stores nothing.
      forget();
      location.replace(location.href);
    }
    // The count of what is wrong leads to the first of it.
    if (event.target.closest("a[href='#wrong']")) {
      event.preventDefault();
      const first = document.querySelector("[data-wrong]");
      first.scrollIntoView({ block: "center" });
      first.closest(".field, section, li")?.querySelector("input, select, button")?.focus({ preventScroll: true });
    }
  });
})();
