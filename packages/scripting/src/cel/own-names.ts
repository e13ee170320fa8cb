/**
 * Functions of the library that cannot be replaced, and the names of our replacements: `has` takes any field of any
 * value, `matches` runs in linear time, `duration` accepts days and weeks, `lowerAscii` and `upperAscii` change ASCII
 * letters only, and `int` is a method too.
 */
export const ownNames = {
  /** Must be as long as `has`: it is replaced before parsing, and positions must stay the same. */
  has: 'HAS',
  matches: 'matchesInLinearTime',
  duration: 'durationWithDays',
  lowerAscii: 'lowerAsciiOnly',
  upperAscii: 'upperAsciiOnly',
  int: 'toInt',
} as const

/** Methods whose calls are redirected, by number of values apart from the receiver. */
export const ownMethods: ReadonlyMap<string, { own: string; values: number }> = new Map([
  ['matches', { own: ownNames.matches, values: 1 }],
  ['lowerAscii', { own: ownNames.lowerAscii, values: 0 }],
  ['upperAscii', { own: ownNames.upperAscii, values: 0 }],
  // In CEL a type, not a method.
  ['int', { own: ownNames.int, values: 0 }],
])

const written = new Map<string, string>(
  Object.entries(ownNames)
    .filter(([name]) => name !== 'int')
    .map(([name, own]) => [own, name]),
)

/** The name that the script's author wrote, as far as known: `toInt` is also its own name. */
export function writtenName(name: string): string {
  return written.get(name) ?? name
}
