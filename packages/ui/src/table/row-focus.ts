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

/** Which line of a table the keyboard is on. Kept outside React so that a move renders two rows and not all of them. */
export interface RowFocus {
  active: () => string | undefined
  /** Takes note of where the focus went by itself. */
  note: (id: string | undefined) => void
  /** Brings the focus to a line, as soon as it is rendered. */
  request: (id: string) => void
  /** Whether the focus was asked to go to this line; true once per request. */
  take: (id: string) => boolean
  subscribe: (notify: () => void) => () => void
}

/** Makes the focus of one table. */
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

/** The focus of the table around, and the line that Tab enters while the keyboard is on none. */
export const RowFocusContext = createContext<
  | {
      focus: RowFocus
      entry: string | undefined
      /** Moves the focus for the keys that do. */
      onKeyDown: (event: KeyboardEvent) => void
    }
  | undefined
>(undefined)

/** What the element of a line that takes the focus needs. */
export interface LineFocus {
  ref: RefCallback<HTMLElement>
  tabIndex: 0 | -1
  onFocus: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

/** Makes an element the one of its line that takes the focus: one line of a table is reached by Tab, the rest by j and k. */
export function useLineFocus(id: string): LineFocus {
  const context = use(RowFocusContext)
  const element = useRef<HTMLElement>(null)
  const focus = context?.focus
  const subscribe = useCallback(
    (notify: () => void) => focus?.subscribe(notify) ?? (() => undefined),
    [focus],
  )
  const active = useSyncExternalStore(subscribe, () => (focus?.active() ?? context?.entry) === id)

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
