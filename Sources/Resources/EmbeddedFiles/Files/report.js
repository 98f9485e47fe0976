"use strict";
function openTarget() {
  const part = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const folded = part && part.closest("details");
  if (folded) { folded.open = true; part.scrollIntoView(); }
}
window.addEventListener("hashchange", openTarget);
openTarget();
document.querySelectorAll("thead button").forEach((button) => {
  button.addEventListener("click", () => {
    const head = button.parentElement;
    const place = Array.from(head.parentElement.children).indexOf(head);
    const body = head.closest("table").tBodies[0];
    const isUp = head.getAttribute("aria-sort") !== "ascending";
    const key = (row) => {
      const cell = row.cells[place];
      const text = cell.dataset.key ?? cell.textContent.replace(/,/g, "");
      const number = Number(text);
      return text !== "" && !Number.isNaN(number) ? number : text;
    };
    const rows = Array.from(body.rows).map((row, index) => ({ row, key: key(row), index }));
    rows.sort((left, right) => {
      const both = typeof left.key === typeof right.key;
      const order = both
        ? (left.key < right.key ? -1 : left.key > right.key ? 1 : 0)
        : (typeof left.key === "number" ? -1 : 1);
      return (isUp ? order : -order) || left.index - right.index;
    });
    head.parentElement.querySelectorAll("th").forEach((other) => other.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", isUp ? "ascending" : "descending");
    rows.forEach(({ row }) => body.append(row));
  });
});
