/** A text for `like`, its wildcards taken literally. */
export function escapePattern(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`)
}

/** A pattern that finds a text anywhere, without regard to case; undefined for no text. */
export function containing(text: string): string | undefined {
  const trimmed = text.trim().toLowerCase()
  return trimmed === '' ? undefined : `%${escapePattern(trimmed)}%`
}
