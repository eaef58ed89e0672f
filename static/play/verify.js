// Checks every throw of a finished session with the browser's own cryptography.

(() => {
  "use strict";

  const bytes = (text) => new TextEncoder().encode(text);
  const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const hex = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const keyFrom = (raw) => crypto.subtle.importKey("raw", raw, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const byCodePoint = ([a], [b]) => (a < b ? -1 : a > b ? 1 : 0);

  // Eight 32-bit words of a digest are eight tries at a face; a word above the last full round of faces is passed over.
  const faceOf = async (key, stream, count, sides) => {
    if (!(sides >= 1 && sides <= 2 ** 32)) return 0; // No die has more sides than a word has values.
    const limit = 2 ** 32 - (2 ** 32 % sides);
    for (let block = 0; ; block += 1) {
      const message = block ? `${stream}:${count}:${block}` : `${stream}:${count}`;
      const digest = new DataView(await crypto.subtle.sign("HMAC", key, bytes(message)));
      for (let at = 0; at < 32; at += 4) {
        const word = digest.getUint32(at);
        if (word < limit) return (word % sides) + 1;
      }
    }
  };

  const check = async (proof) => {
    const seed = unhex(proof.seed);
    const promised = hex(await crypto.subtle.digest("SHA-256", seed)) === proof.commitment;
    const mixed = Object.entries(proof.nonces).sort(byCodePoint).map(([seat, nonce]) => `${seat}=${nonce}`).join("\n");
    const key = await keyFrom(await crypto.subtle.sign("HMAC", await keyFrom(seed), bytes(mixed)));
    const calendar = proof.calendar && (await keyFrom(unhex(proof.calendar)));
    const highest = {};
    const verdicts = [];
    for (const [entry, stream, count, sides, face] of proof.draws) {
      const gap = count > (highest[stream] ?? 0) + 1;
      highest[stream] = Math.max(highest[stream] ?? 0, count);
      if (gap) verdicts.push("false");
      else if (entry <= proof.borrowed || (stream.includes("@") && !calendar)) verdicts.push("elsewhere");
      else verdicts.push((await faceOf(stream.includes("@") ? calendar : key, stream, count, sides)) === face ? "true" : "false");
    }
    return { promised, verdicts };
  };

  document.querySelector("[data-check]")?.addEventListener("click", async (event) => {
    event.target.disabled = true;
    const sheet = document.getElementById("check");
    const { promised, verdicts } = await check(JSON.parse(document.getElementById("proof").textContent));
    document.querySelectorAll("#throws tbody tr").forEach((row, at) => (row.dataset.checks = verdicts[at]));
    const holds = promised && !verdicts.includes("false");
    const words = [holds ? sheet.dataset.holds : promised ? sheet.dataset.fails : sheet.dataset.broken];
    if (verdicts.includes("elsewhere")) words.push(sheet.dataset.elsewhere);
    const verdict = sheet.querySelector(".verdict");
    verdict.textContent = words.join(" ");
    verdict.dataset.holds = String(holds);
    event.target.disabled = false;
  });
})();
