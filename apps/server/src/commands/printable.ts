const unsafe = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu

/**
 * A text that a terminal shows as it is: a server that is checked must not move the cursor, change colors or turn the
 * direction of letters. Line feeds and tabs stay; other such characters are written as \x1b or \u202e.
 */
export function printable(text: string): string {
  return text.replaceAll(unsafe, (character) => {
    if (character === '\n' || character === '\t') return character
    const code = character.codePointAt(0) ?? 0
    return code < 0x1_00 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16)}`
  })
}

/** JSON that a terminal shows as it is. */
export function printableJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll(
    /[\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g,
    (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  )
}
