// The table: fetches its fragments when the session has gone on, keeps the focus, and says what happened to screen readers.

(() => {
  "use strict";

  const REFUSED = [400, 403, 409, 413, 422, 503];
  const POLL = 2000;
  const table = document.querySelector("[data-live]");

  // A refusal is a page of its own right: it is shown, not thrown away.
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (REFUSED.includes(event.detail.xhr.status) && event.detail.xhr.getResponseHeader("content-type")?.includes("html")) {
      event.detail.shouldSwap = true;
      event.detail.isError = false;
    }
    if (event.detail.target?.id === "prompt") hadFocus = event.detail.target.contains(document.activeElement);
  });

  let hadFocus = false;
  let newest = 0;
  const fragments = () => [...document.querySelectorAll("[data-fragment]")];
  const versionOf = (one) => Number(one.dataset.version);

  // Each fragment that is older than the session fetches itself, for its own viewer.
  const catchUp = () => {
    if (table?.hasAttribute("data-reloads") && newest > versionOf(table)) location.reload();
    for (const one of fragments()) {
      if (versionOf(one) < newest && !one.classList.contains("htmx-request")) htmx.trigger(one, "refresh");
    }
  };
  const heard = (version) => {
    newest = Math.max(newest, version);
    // An answer to an order of our own brings the fragments with it; it is given a moment to arrive.
    setTimeout(catchUp, document.querySelector(".htmx-request") ? 250 : 0);
  };

  document.addEventListener("htmx:afterRequest", (event) => {
    // "Nothing new" means that what the fragment shows is right for the newest version.
    if (event.detail.xhr?.status === 204 && event.detail.elt.matches("[data-fragment]")) event.detail.elt.dataset.version = newest;
  });
  document.addEventListener("htmx:afterSettle", (event) => {
    newest = Math.max(newest, ...fragments().map(versionOf));
    if (event.target.id === "prompt" || event.detail.target?.id === "prompt") {
      const prompt = document.getElementById("prompt");
      if (hadFocus) (prompt.querySelector("[aria-invalid=true], .order:not([aria-disabled])") ?? prompt.querySelector("h2"))?.focus({ preventScroll: true });
      hadFocus = false;
    }
    const line = document.querySelector("#log .log-line .what");
    const said = document.querySelector("[data-said]");
    if (line && said && said.textContent !== line.textContent.trim()) said.textContent = line.textContent.trim();
    catchUp();
  });

  // What others do comes by a stream of version numbers; where there is none, the page asks.
  const poll = () => {
    setTimeout(async () => {
      try {
        const answer = await fetch(table.dataset.versionUrl, { headers: { Accept: "application/json" } });
        if (answer.ok) heard((await answer.json()).version);
      } catch {
        // Offline: the next round asks again.
      }
      poll();
    }, POLL);
  };
  if (table) {
    const stream = new EventSource(table.dataset.live);
    let polls = false;
    stream.addEventListener("version", (event) => heard(Number(event.data)));
    stream.addEventListener("error", () => {
      if (stream.readyState !== EventSource.CLOSED || polls) return;
      polls = true;
      poll();
    });
    window.addEventListener("pagehide", () => stream.close());
    window.addEventListener("pageshow", (event) => event.persisted && location.reload());
  }

  // A long list of orders shows those that contain what is typed; a single one left is chosen.
  const searchable = () => document.querySelectorAll("[data-part][hidden]").forEach((one) => one.removeAttribute("hidden"));
  searchable();
  document.addEventListener("htmx:afterSettle", searchable);
  document.addEventListener("input", (event) => {
    if (!event.target.matches("input[data-part]")) return;
    const field = event.target.closest(".listed");
    const list = field.querySelector("[data-list]");
    const part = event.target.value.trim().toLowerCase();
    const found = [...list.options].filter((option) => {
      option.hidden = !option.textContent.toLowerCase().includes(part);
      return !option.hidden;
    });
    if (list.selectedOptions[0]?.hidden) list.selectedIndex = -1;
    const open = found.filter((option) => !option.disabled);
    if (part && open.length === 1) open[0].selected = true;
    const said = field.querySelector("[data-found]");
    said.textContent = said.dataset.found.replace("%s", found.length);
  });

  // What carries data-opens opens a dialog.
  document.addEventListener("click", (event) => {
    const opener = event.target.closest("[data-opens]");
    if (opener) document.getElementById(opener.dataset.opens)?.showModal();
  });

  // The player's own number for the dice.
  const nonce = document.querySelector("[data-nonce]");
  if (nonce && !nonce.value) {
    nonce.value = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }
})();
