/** The value of a line, without quotes around it and without a comment after it. */
function valueOf(text: string): string {
  const inQuotes = /^'((?:[^'\\]|\\.|'')*)'\s*(?:#.*)?$|^"((?:[^"\\]|\\.)*)"\s*(?:#.*)?$/.exec(text)
  if (inQuotes?.[1] !== undefined) return inQuotes[1].replaceAll(/''|\\'/g, "'")
  if (inQuotes?.[2] !== undefined) return inQuotes[2].replaceAll(/\\(["\\])/g, '$1')
  const comment = text.search(/(?:^|\s)#/)
  return (comment === -1 ? text : text.slice(0, comment)).trim()
}

/** The lines of a text; one that ends in a backslash goes on in the next. */
function* linesOf(text: string): Generator<string> {
  let begun = ''
  for (const written of text.split(/\r?\n/)) {
    const line = begun === '' ? written.trim() : begun + written.trimStart()
    const isComment = begun === '' && /^[#!;]/.test(line)
    const goesOn = !isComment && /(?:^|[^\\])(?:\\\\)*\\$/.test(line)
    begun = goesOn ? line.slice(0, -1) : ''
    if (!goesOn && !isComment && line.trim() !== '') yield line.trimEnd()
  }
  if (begun !== '') yield begun.trimEnd()
}

/**
 * Reads a file of settings, one a line: `name = value`, `name: value` or `name value`, with comments behind # (at the start
 * of a line also ! and ;) and quotes around values. Of a name that stands twice the last line counts.
 */
export function readProperties(text: string): Record<string, string> {
  const found = new Map<string, string>()
  for (const line of linesOf(text)) {
    const [, name = '', value = ''] = /^((?:[^\s=:\\]|\\.)+)\s*[=:]?\s*(.*)$/s.exec(line) ?? []
    if (name !== '') found.set(name.replaceAll(/\\(.)/g, '$1'), valueOf(value))
  }
  return Object.fromEntries(found)
}
