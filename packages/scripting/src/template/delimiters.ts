import type { Delimiters } from './lexer.ts'

const headerPattern = /^#\s*gotemplate:([^\n]*)(?:\n|$)/
const standard: Delimiters = ['{{', '}}']

/**
 * What surrounds actions, and where the template begins after a header line such as
 * `# gotemplate: left-delim=[[ right-delim=]]`.
 */
export function delimitersOf(
  source: string,
  given: Delimiters = standard,
): { delimiters: Delimiters; start: number } {
  const header = headerPattern.exec(source)
  if (header === null) return { delimiters: given, start: 0 }
  const setting = (name: string) => new RegExp(`${name}=(\\S+)`).exec(header[1] ?? '')?.[1]
  return {
    delimiters: [setting('left-delim') ?? given[0], setting('right-delim') ?? given[1]],
    start: header[0].length,
  }
}
