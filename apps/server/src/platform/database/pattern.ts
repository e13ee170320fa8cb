/** Escapes the wildcards of a text for `like`. */
export function escapePattern(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`)
}

/** A pattern of `ilike` that finds a text anywhere; undefined for an empty text. */
export function containing(text: string): string | undefined {
  const trimmed = text.trim().toLowerCase()
  return trimmed === '' ? undefined : `%${escapePattern(trimmed)}%`
}
