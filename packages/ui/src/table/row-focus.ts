import {
  createContext,
  type KeyboardEvent,
  type RefCallback,
  use,
  useCallback,
  useEffect,
  useRef,
  useSyncExternalStore,
} from 'react'

/**
 * The line of a table that has the keyboard focus. It is kept outside React, so that a move renders two rows instead
 * of all.
 */
export interface RowFocus {
  active: () => string | undefined
  /** Records a focus change that this object did not request. */
  note: (id: string | undefined) => void
  /** Moves the focus to a line as soon as it is rendered. */
  request: (id: string) => void
  /** Whether the focus was requested for this line; true once per request. */
  take: (id: string) => boolean
  subscribe: (notify: () => void) => () => void
}

/** Creates the focus of one table. */
export function createRowFocus(): RowFocus {
  const listeners = new Set<() => void>()
  let active: string | undefined
  let requested: string | undefined

  function change(id: string | undefined): void {
    if (id === active) return
    active = id
    for (const notify of listeners) notify()
  }

  return {
    active: () => active,
    note: change,
    request(id) {
      requested = id
      const same = id === active
      change(id)
      if (same) for (const notify of listeners) notify()
    },
    take(id) {
      if (requested !== id) return false
      requested = undefined
      return true
    },
    subscribe(notify) {
      listeners.add(notify)
      return () => listeners.delete(notify)
    },
  }
}

/** The focus of the surrounding table, and the line that Tab enters while no line has the focus. */
export const RowFocusContext = createContext<
  | {
      focus: RowFocus
      entry: string | undefined
      /** Moves the focus on the table's keys. */
      onKeyDown: (event: KeyboardEvent) => void
    }
  | undefined
>(undefined)

/** Props for the focusable element of a line. */
export interface LineFocus {
  ref: RefCallback<HTMLElement>
  tabIndex: 0 | -1
  onFocus: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

/** Makes an element the focusable one of its line. Tab reaches one line of a table; j and k reach the others. */
export function useLineFocus(id: string): LineFocus {
  const context = use(RowFocusContext)
  const element = useRef<HTMLElement>(null)
  const focus = context?.focus
  const subscribe = useCallback(
    (notify: () => void) => focus?.subscribe(notify) ?? (() => undefined),
    [focus],
  )
  const isActive = () => (focus?.active() ?? context?.entry) === id
  const active = useSyncExternalStore(subscribe, isActive, isActive)

  useEffect(() => {
    if (focus === undefined) return undefined
    function answer(): void {
      if (focus?.active() !== id || !focus.take(id)) return
      element.current?.focus({ preventScroll: true })
      element.current?.closest('tr')?.scrollIntoView({ block: 'nearest' })
    }
    answer()
    return focus.subscribe(answer)
  }, [focus, id])

  return {
    ref: useCallback((next: HTMLElement | null) => {
      element.current = next
    }, []),
    tabIndex: active ? 0 : -1,
    onFocus: () => focus?.note(id),
    onKeyDown: (event) => context?.onKeyDown(event),
  }
}
