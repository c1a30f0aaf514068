// Elements are made here and nowhere else: text enters the page as text nodes, never as markup.

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element. `props` are attributes, but for `on` (listeners by event) and `class`; a false,
 * null or undefined attribute is left out. Children are elements, strings, or null.
 */
function el(tag, props, ...children) {
  return dressed(document.createElement(tag), props, children);
}

function svg(tag, props, ...children) {
  return dressed(document.createElementNS(SVG, tag), props, children);
}

function dressed(element, props, children) {
  for (const [name, value] of Object.entries(props || {})) {
    if (name === "on") {
      for (const [event, listener] of Object.entries(value))
        element.addEventListener(event, listener);
    } else if (value !== null && value !== undefined && value !== false) {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  for (const child of children.flat(2)) {
    if (child !== null && child !== undefined) element.append(child);
  }
  return element;
}

const byId = (id) => document.getElementById(id);

function fill(element, ...children) {
  element.replaceChildren(
    ...children.flat(2).filter((child) => child !== null && child !== undefined),
  );
}

function button(label, action, props) {
  return el("button", { type: "button", ...props, on: { click: action } }, label);
}

/** "1 fact", "3 facts", "1,204 facts". */
function counted(number, noun, plural) {
  return `${number.toLocaleString("en")} ${number === 1 ? noun : plural || noun + "s"}`;
}

/** Only addresses that a reader may safely follow. */
function safeUrl(address) {
  return typeof address === "string" && /^https?:\/\//i.test(address) ? address : null;
}

function outwardLink(address, ...children) {
  return el("a", { href: address, target: "_blank", rel: "noopener noreferrer" }, ...children);
}

/** A list that shows `size` items and a button for the rest, `step` at a time. */
function pagedList(container, items, size, draw, step = size) {
  let shown = 0;
  const more = button("", () => grow(step), { class: "quiet more" });
  function grow(number) {
    const few = items.length - shown - number <= 2 ? items.length : number;
    const next = items.slice(shown, shown + few);
    shown += next.length;
    more.remove();
    container.append(...next.map(draw));
    const rest = items.length - shown;
    more.textContent =
      rest > step + 2 ? `Show ${step} more of ${rest.toLocaleString("en")}` : `Show ${rest} more`;
    if (rest) container.append(more);
  }
  grow(size);
  return container;
}

function announce(message) {
  byId("announcer").textContent = message;
}
