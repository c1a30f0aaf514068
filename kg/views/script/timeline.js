// When it happened: a bar for each date that facts carry, and a range to drag over them. Dates
// are spaced by rank, since one story from 1987 would else press all others into one bar.

const MOST_BARS = 40;

function dateBins() {
  const dated = statements.filter((statement) => statement.when);
  const counts = tally(
    dated,
    (statement) => `${statement.when.from} ${statement.when.to} ${statement.time}`,
  );
  const dates = [...counts].map(([key, count]) => {
    const [from, to, ...time] = key.split(" ");
    return {
      from: Number(from),
      to: Number(to),
      first: time.join(" "),
      last: time.join(" "),
      count,
    };
  });
  dates.sort((a, b) => a.from - b.from || a.to - b.to);
  const size = Math.ceil(dates.length / MOST_BARS);
  return Array.from({ length: Math.ceil(dates.length / size) || 0 }, (_, i) =>
    merged(dates.slice(i * size, (i + 1) * size)),
  );
}

function merged(dates) {
  return {
    from: Math.min(...dates.map((date) => date.from)),
    to: Math.max(...dates.map((date) => date.to)),
    first: dates[0].first,
    last: dates[dates.length - 1].last,
    count: dates.reduce((sum, date) => sum + date.count, 0),
  };
}

function timelineGroup() {
  const bins = dateBins();
  if (bins.length < 2) return null;
  const chart = barChart(bins);
  const says = el("output", {});
  const [low, high] = ["From", "To"].map((label, i) =>
    el("input", {
      type: "range",
      min: 0,
      max: bins.length - 1,
      step: 1,
      value: i ? bins.length - 1 : 0,
      "aria-label": `Dates: ${label}`,
    }),
  );
  const undated = el("input", { type: "checkbox", checked: state.undated });
  const keep = (one, other) => {
    const [from, to] = [one, other].sort((a, b) => a - b);
    const whole = from === 0 && to === bins.length - 1;
    state.dates = whole ? null : { from: bins[from].from, to: bins[to].to };
    state.undated = undated.checked;
    applyFilters();
  };
  const read = () => keep(Number(low.value), Number(high.value));
  for (const input of [low, high, undated]) input.addEventListener("input", read);
  chart.refresh = () => {
    const { from, to } = state.dates || { from: -Infinity, to: Infinity };
    const inside = bins.map((bin) => bin.from >= from && bin.to <= to);
    const [first, last] = [Math.max(inside.indexOf(true), 0), inside.lastIndexOf(true)];
    [low.value, high.value] = [first, last];
    undated.checked = state.undated;
    says.textContent =
      first === last ? bins[first].first : `${bins[first].first} – ${bins[last].last}`;
    [...chart.children].forEach((bar, i) => bar.classList.toggle("out", !inside[i]));
  };
  brush(chart, bins.length, keep);
  const without = statements.filter((statement) => !statement.when).length;
  return el(
    "fieldset",
    { class: "timeline" },
    el("legend", {}, "Time"),
    says,
    chart,
    el("div", { class: "range" }, low, high),
    el(
      "label",
      { class: "row" },
      undated,
      el("span", { class: "name" }, "without a date"),
      el("span", { class: "count" }, without.toLocaleString("en")),
    ),
  );
}

/** Dragging over the bars keeps a range, a click keeps one bar, a double click all. */
function brush(chart, number, keep) {
  let begun = null;
  const barAt = (event) => {
    const { left, width } = chart.getBoundingClientRect();
    const at = Math.floor(((event.clientX - left) / width) * number);
    return Math.min(Math.max(at, 0), number - 1);
  };
  chart.addEventListener("pointerdown", (event) => {
    begun = barAt(event);
    chart.setPointerCapture(event.pointerId);
    keep(begun, begun);
  });
  chart.addEventListener("pointermove", (event) => {
    if (begun !== null) keep(begun, barAt(event));
  });
  for (const end of ["pointerup", "pointercancel"]) {
    chart.addEventListener(end, () => (begun = null));
  }
  chart.addEventListener("dblclick", () => keep(0, number - 1));
}

function barChart(bins) {
  const most = Math.max(...bins.map((bin) => bin.count));
  const width = 200 / bins.length;
  return svg(
    "svg",
    { class: "bars", viewBox: "0 0 200 36", preserveAspectRatio: "none", "aria-hidden": "true" },
    bins.map((bin, i) => {
      const height = 4 + (30 * bin.count) / most;
      return svg("rect", {
        x: i * width + width * 0.15,
        y: 36 - height,
        width: width * 0.7,
        height,
      });
    }),
  );
}
