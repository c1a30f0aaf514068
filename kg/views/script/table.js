// The facts as a table: the same graph for those who do not see the canvas, and for print.

const COLUMNS = [
  ["Subject", (said) => said.subject.name],
  ["Relation", (said) => said.relation.phrase],
  ["Object", (said) => objectText(said.fact)],
  ["Status", (said) => said.status],
  ["Said by", (said) => said.speakers.map((speaker) => speaker.name).join(", according to ")],
  ["Time", (said) => said.time || ""],
  ["Confidence", (said) => said.confidence.toFixed(2)],
  ["Source", (said) => [said.document.name, said.sentence.number].filter(Boolean).join(", ")],
];

const TABLE_PAGE = 200;
const order = { column: null, down: false };

function startTable() {
  subscribe("filters", () => {
    if (state.table) drawTable(TABLE_PAGE);
  });
  addEventListener("beforeprint", () => {
    drawForPrint();
    drawTable(Infinity);
  });
}

function showTable(wanted) {
  state.table = wanted;
  byId("table-view").hidden = !wanted;
  byId("stage").hidden = wanted;
  byId("foot").hidden = wanted;
  byId("table-button").setAttribute("aria-pressed", String(wanted));
  if (wanted) {
    drawTable(TABLE_PAGE);
    byId("table-view").focus({ preventScroll: true });
  } else network.redraw();
}

function drawTable(size) {
  const rows = [...visible.statements];
  if (order.column !== null) {
    const valueOf = COLUMNS[order.column][1];
    rows.sort(
      (a, b) =>
        valueOf(a).localeCompare(valueOf(b), "en", { numeric: true }) * (order.down ? -1 : 1),
    );
  }
  const body = el("tbody", {});
  const foot = el("div", { class: "table-foot" });
  growTable(body, foot, rows, size);
  fill(
    byId("table-view"),
    el(
      "table",
      {},
      el("caption", {}, `${data.title}: ${counted(rows.length, "statement")}`),
      el("thead", {}, el("tr", {}, COLUMNS.map(headCell))),
      body,
    ),
    foot,
  );
}

function growTable(body, foot, rows, size) {
  const from = body.children.length;
  body.append(...rows.slice(from, from + size).map(tableRow));
  const rest = rows.length - body.children.length;
  fill(
    foot,
    rest > 0
      ? button(`Show more (${rest.toLocaleString("en")} left)`, () =>
          growTable(body, foot, rows, size),
        )
      : null,
  );
}

function headCell([name], i) {
  const sorted = order.column === i;
  return el(
    "th",
    { scope: "col", "aria-sort": sorted ? (order.down ? "descending" : "ascending") : null },
    button(name, () => {
      order.down = sorted && !order.down;
      order.column = i;
      drawTable(TABLE_PAGE);
    }),
  );
}

function tableRow(said) {
  const cells = COLUMNS.map(([, valueOf], i) => {
    if (i === 1)
      return el(
        "td",
        {},
        button(valueOf(said), () => visit({ kind: "fact", fact: said.fact }), {
          class: "entity-link",
        }),
      );
    if (i === 3) return el("td", {}, statusBadge(said.status));
    return el("td", { class: i === 5 || i === 6 ? "figure" : null }, valueOf(said));
  });
  return el("tr", {}, cells);
}
