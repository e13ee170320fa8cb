/** One key press of a shortcut. `mod` is ⌘ on Apple systems and Ctrl elsewhere. */
export interface Chord {
  key: string
  mod: boolean
  shift: boolean
  alt: boolean
}

/** The fields of a keyboard event that decide about a shortcut. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/**
 * Parses a shortcut such as `mod+k`, `shift+x`, `?` or the sequence `g h`. A lone or trailing `+`, as in `mod++`, is
 * the plus key.
 */
export function parseKeys(keys: string): readonly Chord[] {
  return keys
    .split(' ')
    .filter((part) => part !== '')
    .map((part) => {
      const plus = part.endsWith('+')
      const names = part.split('+').filter((name) => name !== '')
      const key = plus ? '+' : (names.pop() ?? '')
      return {
        key: key.length === 1 ? key.toLowerCase() : key,
        mod: names.includes('mod'),
        shift: names.includes('shift'),
        alt: names.includes('alt'),
      }
    })
}

const isLetter = (key: string): boolean => /^\p{L}$/u.test(key)
/** Symbols and digits need Shift on some keyboards only, so Shift counts only for letters and named keys. */
const shiftCounts = (key: string): boolean => key.length > 1 || isLetter(key)

/** Whether a keyboard event matches a key press. */
export function matchesChord(chord: Chord, press: KeyPress, apple: boolean): boolean {
  const key = press.key.length === 1 ? press.key.toLowerCase() : press.key
  if (key !== chord.key) return false
  const mod = apple ? press.metaKey : press.ctrlKey
  const other = apple ? press.ctrlKey : press.metaKey
  if (mod !== chord.mod || other || press.altKey !== chord.alt) return false
  return !shiftCounts(chord.key) || press.shiftKey === chord.shift
}

/** Whether the keys pressed so far complete a shortcut, begin it, or neither. */
export function matchSequence(
  chords: readonly Chord[],
  presses: readonly KeyPress[],
  apple: boolean,
): 'full' | 'partial' | 'none' {
  if (presses.length > chords.length) return 'none'
  const fits = presses.every((press, index) => {
    const chord = chords[index]
    return chord !== undefined && matchesChord(chord, press, apple)
  })
  if (!fits) return 'none'
  return presses.length === chords.length ? 'full' : 'partial'
}

/** Whether the system is an Apple one, where `mod` is ⌘. */
export function isApplePlatform(): boolean {
  return /mac|iphone|ipad/i.test(navigator.userAgent)
}

const symbols: ReadonlyMap<string, string> = new Map([
  ['ArrowUp', '↑'],
  ['ArrowDown', '↓'],
  ['ArrowLeft', '←'],
  ['ArrowRight', '→'],
  ['Enter', '↵'],
  ['Escape', 'Esc'],
  ['Space', 'Space'],
])

function chordCaps(chord: Chord, apple: boolean): readonly string[] {
  const caps: string[] = []
  if (chord.mod) caps.push(apple ? '⌘' : 'Ctrl')
  if (chord.alt) caps.push(apple ? '⌥' : 'Alt')
  if (chord.shift) caps.push(apple ? '⇧' : 'Shift')
  caps.push(symbols.get(chord.key) ?? (chord.key.length === 1 ? chord.key.toUpperCase() : chord.key))
  return caps
}

/**
 * Returns the key caps of a shortcut: one list per press of a sequence, for example [['G'], ['H']] or [['Ctrl',
 * 'K']].
 */
export function describeKeys(keys: string, apple: boolean): readonly (readonly string[])[] {
  return parseKeys(keys).map((chord) => chordCaps(chord, apple))
}
