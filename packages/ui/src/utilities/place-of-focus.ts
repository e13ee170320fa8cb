/** Milliseconds in which a list may still show what an action removed. */
const LATE_MILLISECONDS = 2_000

const controls = 'a[href], button, input, [tabindex]'

function controlsIn(line: Element): HTMLElement[] {
  return [...line.querySelectorAll<HTMLElement>(controls)].filter((control) => !control.matches(':disabled'))
}

/** The part of the page that an element is in: its dialog, its tab, or the whole page. */
function surroundingsOf(element: Element | null): HTMLElement | null {
  return (
    element?.closest<HTMLElement>('[role="dialog"], [role="tabpanel"]') ??
    document.querySelector<HTMLElement>('main')
  )
}

/** The element that has the focus, or, in a menu, the button that opened it. */
function opener(): Element | null {
  const { activeElement } = document
  const button = activeElement?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  return button === null || button === undefined
    ? activeElement
    : document.querySelector(`#${CSS.escape(button)}`)
}

/** Moves the focus. @returns whether the element took it: a hidden or disabled one does not */
function take(element: Element | null | undefined): boolean {
  if (!(element instanceof HTMLElement) || !element.isConnected) return false
  element.focus()
  return document.activeElement === element
}

/**
 * Remembers which element has the focus before a dialog opens. Confirming the dialog may remove that element from the
 * page.
 * @returns a function that moves the focus back to the element. If the element is gone, the focus moves to the same
 * control of the line that took its place in the list or table, or of the last line; in an empty list to the tab, dialog or
 * page. The function returns true if no element had the focus, so there was nothing to move.
 */
export function placeOfFocus(): () => boolean {
  const element = opener()
  const surroundings = surroundingsOf(element)
  const line = element?.closest('li, tr')
  const list = line?.parentElement
  const index = line === null || line === undefined ? -1 : [...(list?.children ?? [])].indexOf(line)
  const position =
    line === null || line === undefined ? 0 : controlsIn(line).findIndex((one) => one === element)

  function restore(): void {
    if (take(element)) return
    // The dialog around this one is closed too, and has moved the focus already.
    if (surroundings?.isConnected !== true && document.activeElement !== document.body) return
    const lines = list?.isConnected === true ? [...list.children] : []
    const neighbour = lines[Math.min(index, lines.length - 1)]
    const found = neighbour === undefined ? [] : controlsIn(neighbour)
    if (take(found[position]) || take(found[0]) || take(surroundings)) return
    take(document.querySelector('main'))
  }

  return () => {
    if (element === null || element === document.body) return true
    restore()
    if (document.activeElement !== element) return false
    const watcher = new MutationObserver(() => {
      if (element.isConnected) return
      watcher.disconnect()
      // Unless somebody has moved it meanwhile.
      if (document.activeElement === document.body) restore()
    })
    watcher.observe(document.body, { childList: true, subtree: true })
    setTimeout(() => watcher.disconnect(), LATE_MILLISECONDS)
    return false
  }
}
