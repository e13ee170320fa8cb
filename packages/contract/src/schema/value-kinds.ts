const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'keys with values',
  record: 'keys with values',
}

/** What people call a kind of value. @param expected as Zod names it */
export const valueKindOf = (expected: string): string => kinds[expected] ?? expected

/** Says what kind a value must have, in words for people. @param expected as Zod names it */
export const wrongKind = (expected: string): string => `must be ${valueKindOf(expected)}`
