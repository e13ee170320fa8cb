/** Escapes a text within a pattern of LIKE. */
export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`)
}

/** Escapes a text within a regular expression of JavaScript or PostgreSQL. */
export function escapeExpression(text: string): string {
  return text.replaceAll(/[\\^$.|?*+()[\]{}]/g, String.raw`\$&`)
}
