(() => {
  "use strict";
  const root = document.documentElement;
  const form = document.querySelector(".tools");
  const search = document.getElementById("search");
  const shown = document.getElementById("shown");
  const nothing = document.getElementById("nothing");
  const rows = [...document.querySelectorAll("tbody")].map((body) => ({
    body,
    toggle: body.querySelector(".toggle"),
    details: body.querySelector(".details"),
    status: body.dataset.status,
    variants: new Set([...body.querySelectorAll("td[data-status]")].map((cell) => cell.dataset.status)),
    text: textOf(body),
  }));

  // Outputs can be long: what is searched is what a row says of its variants.
  function textOf(body) {
    const copy = body.cloneNode(true);
    copy.querySelectorAll("pre").forEach((output) => output.remove());
    return copy.textContent.replace(/\s+/g, " ").toLowerCase();
  }

  function open(row, isOpen) {
    row.details.classList.toggle("open", isOpen);
    row.toggle.setAttribute("aria-expanded", String(isOpen));
  }

  function chosen(name) {
    return new Set([...form.querySelectorAll(`input[name=${name}]:checked`)].map((box) => box.value));
  }

  function filter() {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const states = chosen("row");
    const variants = chosen("variant");
    let count = 0;
    for (const row of rows) {
      const matches =
        words.every((word) => row.text.includes(word)) &&
        (states.size === 0 || states.has(row.status)) &&
        (variants.size === 0 || [...variants].some((status) => row.variants.has(status)));
      row.body.hidden = !matches;
      count += matches ? 1 : 0;
    }
    shown.textContent = count === rows.length ? "" : `${count} of ${rows.length} rows`;
    nothing.hidden = count > 0;
  }

  function move(step) {
    const visible = rows.filter((row) => !row.body.hidden);
    const current = visible.findIndex((row) => row.toggle === document.activeElement);
    const next = visible[Math.min(Math.max(current + step, 0), visible.length - 1)];
    if (next) next.toggle.focus();
  }

  function openNamedRow() {
    const row = rows.find(({ body }) => `#${body.id}` === location.hash);
    if (row) open(row, true);
  }

  root.classList.add("js");
  for (const row of rows) {
    open(row, false);
    row.toggle.addEventListener("click", () => open(row, !row.details.classList.contains("open")));
  }
  openNamedRow();
  addEventListener("hashchange", openNamedRow);
  form.addEventListener("input", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(filter));
  document.getElementById("clear").addEventListener("click", () => {
    form.reset();
    search.focus();
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isTyping = event.target === search;
    if (event.key === "/" && !isTyping) {
      event.preventDefault();
      search.focus();
      search.select();
    } else if (event.key === "Escape" && isTyping) {
      search.value = "";
      filter();
    } else if (event.key === "ArrowDown" && (isTyping || event.target.matches(".toggle"))) {
      event.preventDefault();
      move(1);
    } else if (event.key === "ArrowUp" && event.target.matches(".toggle")) {
      event.preventDefault();
      move(-1);
    }
  });
})();
