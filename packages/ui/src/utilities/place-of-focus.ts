/** Milliseconds in which a list may still show what an action removed. */
const LATE_MILLISECONDS = 2_000

const controls = 'a[href], button, input, [tabindex]'

function controlsIn(line: Element): HTMLElement[] {
  return [...line.querySelectorAll<HTMLElement>(controls)].filter((control) => !control.matches(':disabled'))
}

/** What of a page the focus is in: its dialog, its tab, or all of it. */
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

/**
 * Remembers where the focus is before a dialog, whose action may remove that from the page. The function that it returns
 * moves the focus back there; if the line of a list or table is gone, to the same control of the next line, else of the
 * one before; if there is none, to the tab, dialog or page. It returns false, or true if nothing had the focus.
 */
export function placeOfFocus(): () => boolean {
  const element = opener()
  const surroundings = surroundingsOf(element)
  const line = element?.closest('li, tr')
  const position =
    line === null || line === undefined ? 0 : controlsIn(line).findIndex((one) => one === element)
  const others = [line?.nextElementSibling, line?.previousElementSibling]

  function restore(): void {
    if (element instanceof HTMLElement && element.isConnected) return element.focus()
    const neighbour = others.find((other) => other?.isConnected === true)
    const found = neighbour === null || neighbour === undefined ? [] : controlsIn(neighbour)
    const target = found[position] ?? found[0] ?? (surroundings?.isConnected === true ? surroundings : null)
    ;(target ?? document.querySelector<HTMLElement>('main'))?.focus()
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
