/** Returns the nearest ancestor that scrolls vertically; the document if none does. */
export function scrollParent(element: Element): Element {
  for (let parent = element.parentElement; parent !== null; parent = parent.parentElement) {
    const { overflowY } = getComputedStyle(parent)
    if (overflowY === 'auto' || overflowY === 'scroll') return parent
  }
  return document.scrollingElement ?? document.documentElement
}
