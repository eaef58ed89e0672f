// Actions of the pages beyond links and forms: orders by key, "given" on the pressed order, the viewer's time zone.

(() => {
  "use strict";

  const typing = (target) => target.closest("input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]");

  // A visitor without an account still reads times in their own zone.
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (zone && !document.cookie.includes("time_zone=")) {
    document.cookie = `time_zone=${encodeURIComponent(zone)}; path=/; max-age=31536000; samesite=lax`;
  }

  // Number keys give orders, u undoes, ? explains: any element with data-key. Switched off in the profile.
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return;
    if (document.body.dataset.keys !== "on" || typing(event.target) || document.querySelector("dialog[open]")) return;
    const control = [...document.querySelectorAll("[data-key]")].find(
      (one) => one.dataset.key === event.key && one.checkVisibility(),
    );
    if (!control) return;
    event.preventDefault();
    control.focus({ preventScroll: true });
    if (control.getAttribute("aria-disabled") !== "true") control.click();
  });

  // An address that is to be handed on is copied whole, and the button says so.
  if (navigator.clipboard) {
    for (const button of document.querySelectorAll("[data-copy]")) {
      button.hidden = false;
      button.addEventListener("click", async () => {
        const field = document.getElementById(button.dataset.copy);
        field.select();
        await navigator.clipboard.writeText(field.value);
        button.setAttribute("aria-pressed", "true");
      });
    }
  }

  // A closed order stays in reach of Tab, so that its reason is read; pressing it does nothing.
  document.addEventListener("click", (event) => {
    const control = event.target.closest("[aria-disabled=true]");
    if (control) event.preventDefault();
  });

  // The pressed order says "given" at once, stays in its place, and cannot be given twice.
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.dataset.sent) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    if (!form.matches("[data-once]")) return;
    form.dataset.sent = "yes";
    event.submitter?.setAttribute("data-given", "");
    form.querySelector(".orders")?.classList.add("sent");
    form.closest(".prompt")?.setAttribute("aria-busy", "true");
  }, true);

  // Where the answer did not come (refused, offline), the orders open again and nothing is cleared.
  const reopen = (form) => {
    delete form.dataset.sent;
    form.querySelectorAll("[data-given]").forEach((one) => one.removeAttribute("data-given"));
    form.querySelector(".orders")?.classList.remove("sent");
    form.closest(".prompt")?.removeAttribute("aria-busy");
  };
  for (const name of ["htmx:responseError", "htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(name, (event) => {
      const form = event.target.closest("form[data-once]");
      if (form) reopen(form);
    });
  }
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) document.querySelectorAll("form[data-sent]").forEach(reopen);
  });

  // The player's own number for the dice of a game that a button here begins.
  for (const nonce of document.querySelectorAll("[data-nonce]")) {
    nonce.value ||= [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  // A form that was refused is read from its first fault.
  document.querySelector("[aria-invalid=true]")?.focus();

  // Choosing a language or a colour sends its form; without script its button does.
  document.addEventListener("change", (event) => event.target.closest("form[data-at-once]")?.requestSubmit());

  // The menu closes when the focus or a click leaves it.
  document.addEventListener("click", (event) => {
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      if (!menu.contains(event.target)) menu.open = false;
    }
  });
  document.addEventListener("keydown", (event) => {
    const menu = event.key === "Escape" && document.querySelector("details.menu[open]");
    if (!menu) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });
})();
