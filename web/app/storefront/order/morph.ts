/**
 * Changes one element into another with the fewest changes. What stays keeps its focus, its open details, its typed
 * text and its place in a screen reader. An element with `data-own` is left as it is, with its content.
 */
export function morph(from: Element, to: Element): void {
  if (from.hasAttribute('data-own')) return;
  for (const { name } of [...from.attributes]) {
    // A person opened it, not the server.
    if (!to.hasAttribute(name) && name !== 'open') from.removeAttribute(name);
  }
  for (const { name, value } of to.attributes) {
    if (from.getAttribute(name) !== value) from.setAttribute(name, value);
  }
  const before = [...from.childNodes];
  const after = [...to.childNodes];
  for (const [at, next] of after.entries()) {
    const old = before[at];
    if (!old) from.append(next);
    else if (old instanceof Element && next instanceof Element && old.tagName === next.tagName) morph(old, next);
    else if (old.nodeType === next.nodeType && !(old instanceof Element)) {
      if (old.nodeValue !== next.nodeValue) old.nodeValue = next.nodeValue;
    } else old.replaceWith(next);
  }
  for (const old of before.slice(after.length)) old.remove();
}
