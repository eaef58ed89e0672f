// The table: fetches what it lacks when the session has gone on, keeps the focus, and says what happened to screen readers.

(() => {
  "use strict";

  const REFUSED = [400, 403, 409, 413, 422, 503];
  const POLL = 2000;
  const POLLS = 30; // then it tries to have a stream again
  const MOST_LINES = 60;
  const table = document.querySelector("[data-live]");

  // A refusal is a page of its own right: it is shown, not thrown away.
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (REFUSED.includes(event.detail.xhr.status) && event.detail.xhr.getResponseHeader("content-type")?.includes("html")) {
      event.detail.shouldSwap = true;
      event.detail.isError = false;
    }
    // What an order brings is newer than what was asked for before it; and its form must still be there when it comes.
    if (fetches(event) && ordering()) event.detail.shouldSwap = false;
    if (event.detail.target?.id === "prompt") hadFocus = event.detail.target.contains(document.activeElement);
    // Who has the focus when it goes has everything laid out first, which is dear once half of the page is new.
    if (event.detail.shouldSwap && hadFocus) document.activeElement.blur();
    sent = event.detail.xhr.status < 400 ? event.detail.requestConfig?.elt : null;
  });

  // A part of the board of which an order changes little stays where it is: the request says which, the fragment brings
  // what is to be written on its elements, of which `before` begins the id and `%s` is the rest of it.
  const stays = () => document.querySelector("[data-stays]");
  document.addEventListener("htmx:configRequest", (event) => {
    if (stays()) event.detail.headers.Stays = stays().dataset.stays;
    const lines = [...document.querySelectorAll("#log [data-line]")].slice(0, MOST_LINES);
    if (lines.length) event.detail.headers.Lines = lines.map((line) => line.dataset.line).join(" ");
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
  // Around what stays only what stands beside it is put in anew, at each step of the way to it.
  const around = (old, anew, kept, place) => {
    for (const { name } of [...old.attributes]) if (!anew.hasAttribute(name)) old.removeAttribute(name);
    for (const { name, value } of anew.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    const [here, there] = [[old, kept], [anew, place]].map(([within, one]) => [...within.children].find((child) => child.contains(one)));
    const come = [...anew.childNodes];
    for (const gone of [...old.childNodes]) if (gone !== here) gone.remove();
    here.before(...come.slice(0, come.indexOf(there)));
    here.after(...come.slice(come.indexOf(there) + 1));
    if (here !== kept) come.push(...around(here, there, kept, place));
    return come.filter((one) => one !== there);
  };
  // So do the lines of the log that are as they were: the fragment has their places, and the new ones are put in between.
  const putIn = (list, anew) => {
    const had = new Map([...list.children].map((line) => [line.id, line]));
    const wanted = [...anew.children].map((line) => {
      if (line.dataset.stands === undefined) return line;
      const old = had.get(line.id);
      // An answer that was overtaken knows the line as it was before; the next one brings it whole.
      if (old && old.dataset.line !== line.dataset.line) delete old.dataset.line;
      return old;
    }).filter(Boolean);
    for (const gone of had.values()) if (!wanted.includes(gone)) gone.remove();
    let next = list.firstElementChild;
    for (const line of wanted) {
      if (line === next) next = next.nextElementSibling;
      else list.insertBefore(line, next);
    }
    return wanted.filter((line) => !had.has(line.id) || had.get(line.id) !== line);
  };
  const wayTo = (one, from) => (one === from ? "" : `${wayTo(one.parentElement, from)} ${one.localName}`);
  // What is being typed beside the question stays as well, until it has been sent.
  let [sent, typing] = [null, null];
  document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
    const { target, fragment } = detail;
    for (const field of target.querySelectorAll("[data-typed]")) {
      const anew = fragment.querySelector(`#${field.id}`);
      if (!anew || sent?.contains(field)) continue;
      if (field.value !== field.defaultValue) anew.value = field.value;
      if (field === document.activeElement) typing = [field.id, field.selectionStart, field.selectionEnd];
    }
    const [news, part] = [fragment.querySelector("[data-news]"), fragment.firstElementChild];
    if (news && stays()) write(JSON.parse(news.dataset.news), stays());
    // The library would take leave of each element that goes, by two events; nothing here waits for them.
    if (part.querySelector("[hx-preserve]")) return;
    detail.shouldSwap = false;
    let come = [part];
    const [list, lines] = [target, part].map((one) => one.querySelector(":scope > ol:has([data-line])"));
    if (news && target.contains(stays()) && wayTo(stays(), target) === wayTo(news, part)) come = around(target, part, stays(), news);
    else if (list && lines) come = [...around(target, part, list, lines), ...putIn(list, lines)];
    else news?.replaceWith(stays()), target.replaceWith(part);
    for (const one of come) if (one instanceof Element) htmx.process(one), htmx.trigger(one, "htmx:load");
  });
  document.addEventListener("htmx:afterSettle", () => {
    const field = typing && document.getElementById(typing[0]);
    if (field) field.focus({ preventScroll: true }), field.setSelectionRange(typing[1], typing[2]);
    typing = null;
  });
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

  document.addEventListener("htmx:afterSettle", (event) => {
    newest = Math.max(newest, shown());
    if (event.target.id === "prompt" || event.detail.target?.id === "prompt") {
      const prompt = document.getElementById("prompt");
      if (hadFocus && !prompt.contains(document.activeElement)) {
        (prompt.querySelector("[aria-invalid=true], .order:not([aria-disabled])") ?? prompt.querySelector("h2"))?.focus({ preventScroll: true });
      }
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
