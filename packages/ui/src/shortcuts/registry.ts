import { type Chord, type KeyPress, matchSequence, parseKeys } from './keys.ts'

/** A key or a key sequence, and its action. */
export interface Shortcut {
  /** `g h`, `mod+k`, `?`; see parseKeys. */
  keys: string
  /** Description in the help. */
  label: string
  /** Heading in the help. Default: `General`. */
  group?: string
  /** Whether it also works while a layer is open that lets such shortcuts through. */
  everywhere?: boolean
  perform: (event: KeyboardEvent) => void
}

interface Entry extends Shortcut {
  chords: readonly Chord[]
  layer: number
}

/** Milliseconds within which the next key of a sequence must follow. */
export const SEQUENCE_TIMEOUT = 1_000

/** The active shortcuts. A modal layer disables those below it. */
export interface ShortcutRegistry {
  add: (shortcuts: readonly Shortcut[], layer: number) => () => void
  /** Returns the number of a layer to open later. */
  reserveLayer: () => number
  /**
   * Opens a reserved layer above all others. Only its shortcuts work until the returned function closes it, and, if the
   * layer is open to them, those that work everywhere.
   */
  openLayer: (layer: number, letsThrough?: boolean) => () => void
  /** Runs the shortcut that the key completes. Returns whether there was one. */
  handle: (event: KeyboardEvent, typing: boolean, apple: boolean) => boolean
  list: () => readonly Shortcut[]
  subscribe: (notify: () => void) => () => void
}

/** Layer of everything outside modal dialogs. */
export const BASE_LAYER = 0

/** Makes an empty registry. */
export function createShortcutRegistry(): ShortcutRegistry {
  let entries: readonly Entry[] = []
  let layers: readonly { layer: number; letsThrough: boolean }[] = [{ layer: BASE_LAYER, letsThrough: true }]
  let lastLayer = BASE_LAYER
  let pending: { presses: readonly KeyPress[]; time: number } = { presses: [], time: 0 }
  let listed: readonly Shortcut[] = []
  const listeners = new Set<() => void>()

  function changed(): void {
    listed = entries.filter((entry) => entry.layer === BASE_LAYER)
    for (const notify of listeners) notify()
  }

  /** The newest entry wins, so that a screen can take over a key while it is mounted. */
  function find(
    presses: readonly KeyPress[],
    typing: boolean,
    apple: boolean,
  ): Entry | 'partial' | undefined {
    const top = layers.at(-1)
    let partial = false
    for (const entry of entries.toReversed()) {
      const isReached = entry.layer === top?.layer || (entry.everywhere === true && top?.letsThrough === true)
      if (!isReached || (typing && entry.chords[0]?.mod !== true)) continue
      const match = matchSequence(entry.chords, presses, apple)
      if (match === 'full') return entry
      if (match === 'partial') partial = true
    }
    return partial ? 'partial' : undefined
  }

  return {
    add(shortcuts, layer) {
      const added = shortcuts.map((shortcut) => ({ ...shortcut, chords: parseKeys(shortcut.keys), layer }))
      entries = [...entries, ...added]
      changed()
      return () => {
        entries = entries.filter((entry) => !added.includes(entry))
        changed()
      }
    },
    reserveLayer() {
      lastLayer += 1
      return lastLayer
    },
    openLayer(layer, letsThrough = false) {
      const opened = { layer, letsThrough }
      layers = [...layers, opened]
      return () => {
        layers = layers.filter((other) => other !== opened)
      }
    },
    handle(event, typing, apple) {
      const fresh = event.timeStamp - pending.time <= SEQUENCE_TIMEOUT
      const before = fresh ? pending.presses : []
      pending = { presses: [], time: event.timeStamp }
      for (const presses of before.length > 0 ? [[...before, event], [event]] : [[event]]) {
        const found = find(presses, typing, apple)
        if (found === 'partial') {
          pending = { presses, time: event.timeStamp }
          return false
        }
        if (found !== undefined) {
          event.preventDefault()
          found.perform(event)
          return true
        }
      }
      return false
    },
    list: () => listed,
    subscribe(notify) {
      listeners.add(notify)
      return () => listeners.delete(notify)
    },
  }
}
