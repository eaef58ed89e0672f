// The table: fetches what it lacks when the session has gone on, keeps the focus, and says what happened to screen readers.

(() => {
  "use strict";

  const REFUSED = [400, 403, 409, 413, 422, 503];
  const POLL = 2000;
  const POLLS = 30; // then it tries to have a stream again
  const MOST_MARKS = 60;
  const table = document.querySelector("[data-live]");

  // A refusal is a page of its own right: it is shown, not thrown away.
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { detail } = event;
    if (REFUSED.includes(detail.xhr.status) && detail.xhr.getResponseHeader("content-type")?.includes("html")) {
      detail.shouldSwap = true;
      detail.isError = false;
    }
    // What an order brings is newer than what was asked for before it; and its form must still be there when it comes.
    if (fetches(event) && (ordering() || !detail.target.isConnected)) detail.shouldSwap = false;
    if (detail.target?.id === "prompt") hadFocus = detail.target.contains(document.activeElement);
    // Who has the focus when it goes has everything laid out first, which is dear once half of the page is new.
    if (detail.shouldSwap && hadFocus) document.activeElement.blur();
    sent = detail.xhr.status < 400 ? detail.requestConfig?.elt : null;
    const fragments = detail.shouldSwap && table && detail.target?.id === "prompt" ? fragmentsIn(detail.serverResponse) : [];
    if (!fragments.length) return;
    detail.shouldSwap = false;
    putAll(fragments);
  });

  // What stands on the page as it was stays where it is: the request says what there is, by marks, and the fragment has
  // only the place of it, by its id. On the elements of a part of which an order changes little the fragment says what
  // is to be written: `before` begins their ids, and `%s` is the rest.
  const stays = () => document.querySelector("[data-stays]");
  const marks = (within, mark) => [...document.querySelectorAll(`${within}[data-${mark}]`)].slice(0, MOST_MARKS).map((one) => one.dataset[mark]);
  document.addEventListener("htmx:configRequest", ({ detail }) => {
    if (stays()) detail.headers.Stays = stays().dataset.stays;
    for (const [name, found] of [["Lines", marks("#log ", "line")], ["Marks", marks("", "mark")]]) {
      if (found.length) detail.headers[name] = found.join(" ");
    }
  });
  const write = (news, within) => {
    const told = new Map(news.told.flatMap(([values, names]) => names.split(" ").map((name) => [news.before + name, values])));
    for (const one of within.querySelectorAll(`[id^="${news.before}"]`)) {
      const values = { ...news.bare, ...told.get(one.id) };
      for (const name of news.names) {
        const value = values[name]?.replace("%s", () => one.id.slice(news.before.length)) ?? null;
        if (value === null) one.removeAttribute(name);
        else if (value !== one.getAttribute(name)) one.setAttribute(name, value);
      }
    }
  };

  // The library would copy each fragment, look for each id in it, and take leave of each element that goes by two
  // events. Nothing here waits for that: the fragments are put in their places, and the library is told what is new.
  const PLACES = "[data-stands], [data-news], [hx-preserve]";
  const LIBRARY = "[hx-get], [hx-post]";
  const fragmentsIn = (text) => {
    const template = document.createElement("template");
    template.innerHTML = text;
    const found = [...template.content.children];
    return found.every((one) => one.id === "prompt" || one.hasAttribute("hx-swap-oob")) ? found : [];
  };
  const putAll = (fragments) => {
    const [come, focused] = [[], document.activeElement];
    let prompt = null;
    for (const part of fragments) {
      const target = document.getElementById(part.id);
      if (!target) continue;
      part.removeAttribute("hx-swap-oob");
      if (part.id === "prompt") prompt = part;
      keepTyped(target, part);
      put(target, part, come);
    }
    for (const one of come) if (one.matches(LIBRARY) || one.querySelector(LIBRARY)) htmx.process(one);
    if (typing) retype();
    else if (focused?.id && !focused.isConnected) document.getElementById(focused.id)?.focus({ preventScroll: true });
    document.dispatchEvent(new CustomEvent("dispersal:shown"));
    htmx.trigger(prompt ?? document.getElementById("prompt"), "htmx:afterSettle");
    // A prompt that stands is still marked as asking just now: what has come meanwhile is asked for after that.
    if (!prompt) queueMicrotask(catchUp);
  };
  // Put a fragment in the place of what it shows anew; note the elements that have come.
  const put = (target, part, come) => {
    const kept = new Map();
    for (const place of part.matches(PLACES) ? [part] : part.querySelectorAll(PLACES)) {
      const old = document.getElementById(place.id);
      // What the library keeps stands in a part that it takes up anew.
      if (old && place.hasAttribute("hx-preserve")) place.replaceWith(old);
      else if (old && target.contains(old)) kept.set(place, old);
      else if (place.hasAttribute("data-stands")) place.remove();
    }
    for (const [place, old] of kept) {
      if (place.dataset.news) write(JSON.parse(place.dataset.news), old);
      // An answer that was overtaken knows a part as it was before; the next one brings it whole.
      for (const name of ["line", "mark"]) if (place.dataset[name] !== old.dataset[name] && place.dataset[name]) delete old.dataset[name];
    }
    if (kept.has(part)) return;
    if (kept.size) return around(target, part, kept, come);
    target.replaceWith(part);
    come.push(part);
  };
  // Around what stays only what stands beside it is put in anew, at each step of the way to it.
  const around = (old, anew, kept, come) => {
    for (const { name } of [...old.attributes]) if (!anew.hasAttribute(name)) old.removeAttribute(name);
    for (const { name, value } of anew.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    const [places, taken] = [[...kept], new Set()];
    const wanted = [...anew.childNodes].map((node) => {
      if (kept.has(node)) return kept.get(node);
      const inside = places.filter(([place]) => node.contains(place));
      const way = inside.length && [...old.children].find((child) => child.contains(inside[0][1]));
      if (way && way !== inside[0][1] && !taken.has(way) && way.localName === node.localName) {
        taken.add(way);
        around(way, node, kept, come);
        return way;
      }
      for (const [place, one] of inside) place.replaceWith(one);
      if (node instanceof Element) come.push(node);
      return node;
    });
    const staying = new Set(wanted);
    for (const gone of [...old.childNodes]) if (!staying.has(gone)) gone.remove();
    let next = old.firstChild;
    for (const one of wanted) {
      if (one === next) next = next.nextSibling;
      else old.insertBefore(one, next);
    }
  };
  // What is being typed beside the question stays as well, until it has been sent.
  let [sent, typing] = [null, null];
  const keepTyped = (target, part) => {
    for (const field of target.querySelectorAll("[data-typed]")) {
      const anew = part.querySelector(`#${field.id}`);
      if (!anew || sent?.contains(field)) continue;
      if (field.value !== field.defaultValue) anew.value = field.value;
      if (field === document.activeElement) typing = [field.id, field.selectionStart, field.selectionEnd];
    }
  };
  const retype = () => {
    const field = document.getElementById(typing[0]);
    if (field) field.focus({ preventScroll: true }), field.setSelectionRange(typing[1], typing[2]);
    typing = null;
  };
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (fetches(event) && ordering()) event.preventDefault();
  });
  document.addEventListener("htmx:afterRequest", (event) => fetches(event) || catchUp());

  let hadFocus = false;
  let newest = 0;
  const ordering = () => document.querySelector("form.htmx-request");
  const fetches = (event) => event.detail.requestConfig?.elt.id === "prompt";
  const shown = () => Number(document.getElementById("shown")?.value ?? table?.dataset.version ?? 0);

  // A page that is older than the session fetches what it lacks, for its own viewer, in one request; not while an order
  // of its own is on its way, whose answer brings the fragments with it.
  const catchUp = () => {
    if (newest <= shown() || ordering()) return;
    if (table?.hasAttribute("data-reloads")) location.reload();
    const prompt = document.getElementById("prompt");
    if (prompt && !prompt.classList.contains("htmx-request")) htmx.trigger(prompt, "refresh");
  };
  const heard = (version) => {
    newest = Math.max(newest, version);
    catchUp();
  };

  const focusPrompt = () => {
    const prompt = document.getElementById("prompt");
    if (document.activeElement && document.activeElement !== document.body) return;
    (prompt.querySelector("[aria-invalid=true], .order:not([aria-disabled])") ?? prompt.querySelector("h2"))?.focus({ preventScroll: true });
  };
  document.addEventListener("htmx:afterSettle", (event) => {
    newest = Math.max(newest, shown());
    if (event.target.id === "prompt" || event.detail.target?.id === "prompt") {
      // To take the focus lays the page out: that is done once, with the frame that shows what has come.
      if (hadFocus) requestAnimationFrame(focusPrompt);
      hadFocus = false;
    }
    const line = document.querySelector("#log .log-line .what");
    const said = document.querySelector("[data-said]");
    if (line && said && said.textContent !== line.textContent.trim()) said.textContent = line.textContent.trim();
    catchUp();
  });

  // What others do comes by a stream of version numbers; where there is none, the page asks for a minute, and tries again.
  let stream = null;
  const listen = () => {
    const opened = new EventSource(table.dataset.live);
    stream = opened;
    opened.addEventListener("version", (event) => heard(Number(event.data)));
    opened.addEventListener("error", () => {
      // Refused for good: the server holds as many as it can, now.
      if (opened.readyState === EventSource.CLOSED) poll(POLLS);
    });
  };
  const poll = (left) => {
    setTimeout(async () => {
      try {
        const answer = await fetch(table.dataset.versionUrl, { headers: { Accept: "application/json" } });
        if (answer.ok) heard((await answer.json()).version);
      } catch {
        // Offline: the next round asks again.
      }
      if (left > 1) poll(left - 1);
      else listen();
    }, POLL);
  };
  if (table) {
    listen();
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

  // What is chosen in a list that is folded is said beside it.
  document.addEventListener("change", (event) => {
    const said = event.target.matches("[data-list]") && event.target.form.querySelector("[data-list-chosen]");
    if (said) said.textContent = said.dataset.listChosen.replace("%s", event.target.selectedOptions[0].textContent.trim());
  });

  // What carries data-opens opens a dialog.
  document.addEventListener("click", (event) => {
    const opener = event.target.closest("[data-opens]");
    if (opener) document.getElementById(opener.dataset.opens)?.showModal();
  });
})();
