/**
 * Functions of the library that cannot be replaced, and the names behind which ours stand in for them: `has` takes any
 * field of anything, `matches` runs in linear time, `duration` knows days and weeks, `lowerAscii` and `upperAscii` leave
 * other letters as they are, and `int` is a method too.
 */
export const ownNames = {
  /** As long as the one it replaces, since it is replaced before parsing and positions must stay. */
  has: 'HAS',
  matches: 'matchesInLinearTime',
  duration: 'durationWithDays',
  lowerAscii: 'lowerAsciiOnly',
  upperAscii: 'upperAsciiOnly',
  int: 'toInt',
} as const

/** Methods whose calls are redirected, by how many values they take besides what they are called on. */
export const ownMethods: ReadonlyMap<string, { own: string; values: number }> = new Map([
  ['matches', { own: ownNames.matches, values: 1 }],
  ['lowerAscii', { own: ownNames.lowerAscii, values: 0 }],
  ['upperAscii', { own: ownNames.upperAscii, values: 0 }],
  // A type of CEL, which is no method there.
  ['int', { own: ownNames.int, values: 0 }],
])

const written = new Map<string, string>(
  Object.entries(ownNames)
    .filter(([name]) => name !== 'int')
    .map(([name, own]) => [own, name]),
)

/** The name that people wrote, as far as it can be told: `toInt` is also a name of its own. */
export function writtenName(name: string): string {
  return written.get(name) ?? name
}
