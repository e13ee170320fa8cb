/** A part of a JSON Pointer. */
const part = (key: string | number): string => String(key).replaceAll('~', '~0').replaceAll('/', '~1')

/**
 * The JSON Pointers of the values on each line of a document, as `JSON.stringify` writes it with two spaces:
 * undefined for lines that only open or close a list or an object.
 */
export function pointersOf(document: unknown): readonly (string | undefined)[] {
  const lines: (string | undefined)[] = []
  function walk(value: unknown, pointer: string): void {
    const entries: readonly (readonly [string | number, unknown])[] = Array.isArray(value)
      ? value.map((each, index) => [index, each] as const)
      : typeof value === 'object' && value !== null
        ? Object.entries(value)
        : []
    if (entries.length === 0) {
      lines.push(pointer)
      return
    }
    lines.push(undefined)
    for (const [key, each] of entries) walk(each, `${pointer}/${part(key)}`)
    lines.push(undefined)
  }
  walk(document, '')
  return lines
}
