import { type Chord, type KeyPress, matchSequence, parseKeys } from './keys.ts'

/** A key, or sequence of keys, and what it does. */
export interface Shortcut {
  /** `g h`, `mod+k`, `?`; see parseKeys. */
  keys: string
  /** What it does, in the words of the help. */
  label: string
  /** Heading in the help, `General` if not given. */
  group?: string
  perform: (event: KeyboardEvent) => void
}

interface Entry extends Shortcut {
  chords: readonly Chord[]
  layer: number
}

/** Milliseconds in which the next key of a sequence must follow. */
export const SEQUENCE_TIMEOUT = 1_000

/** All shortcuts that work now. A modal layer on top hides those beneath it. */
export interface ShortcutRegistry {
  add: (shortcuts: readonly Shortcut[], layer: number) => () => void
  /** A number for a layer that may be opened later. */
  reserveLayer: () => number
  /** Opens a reserved layer above all others; its shortcuts alone work until the returned function closes it. */
  openLayer: (layer: number) => () => void
  /** Performs the shortcut that the key completes. Returns whether one was performed. */
  handle: (event: KeyboardEvent, typing: boolean, apple: boolean) => boolean
  list: () => readonly Shortcut[]
  subscribe: (notify: () => void) => () => void
}

/** The layer of everything that is not in a modal dialog. */
export const BASE_LAYER = 0

/** Makes an empty registry. */
export function createShortcutRegistry(): ShortcutRegistry {
  let entries: readonly Entry[] = []
  let layers: readonly number[] = [BASE_LAYER]
  let lastLayer = BASE_LAYER
  let pending: { presses: readonly KeyPress[]; time: number } = { presses: [], time: 0 }
  let listed: readonly Shortcut[] = []
  const listeners = new Set<() => void>()

  function changed(): void {
    listed = entries.filter((entry) => entry.layer === BASE_LAYER)
    for (const notify of listeners) notify()
  }

  /** The newest entry wins, so that a screen can take over a key for as long as it is shown. */
  function find(
    presses: readonly KeyPress[],
    typing: boolean,
    apple: boolean,
  ): Entry | 'partial' | undefined {
    const top = layers.at(-1)
    let partial = false
    for (const entry of entries.toReversed()) {
      if (entry.layer !== top || (typing && entry.chords[0]?.mod !== true)) continue
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
    openLayer(layer) {
      layers = [...layers, layer]
      return () => {
        layers = layers.filter((other) => other !== layer)
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
