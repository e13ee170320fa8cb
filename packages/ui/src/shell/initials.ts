/** Initials of a name: the first letters of its first and last word. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  const first = words.at(0)?.charAt(0) ?? ''
  const last = words.length > 1 ? (words.at(-1)?.charAt(0) ?? '') : ''
  return (first + last).toUpperCase()
}
