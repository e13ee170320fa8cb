import { ScriptFailure } from '../failure.ts'
import type { Delimiters } from './lexer.ts'

const headerPattern = /^#\s*gotemplate:(.*)$/
const settingPattern = /^(left-delim|right-delim)=(\S+)$/
const standard: Delimiters = ['{{', '}}']

/** Where a line of a template is. */
interface Range {
  from: number
  to: number
}

/**
 * What surrounds actions. A line such as `# gotemplate: left-delim=[[ right-delim=]]` says so; it stands among the
 * lines of comments with which a file begins, and is not part of the template.
 * @throws ScriptFailure if the line says anything else
 */
export function delimitersOf(
  source: string,
  given: Delimiters = standard,
): { delimiters: Delimiters; header: Range | undefined } {
  let from = 0
  while (from < source.length) {
    const newline = source.indexOf('\n', from)
    const to = newline === -1 ? source.length : newline + 1
    const line = source.slice(from, to).trim()
    const header = headerPattern.exec(line)
    if (header !== null) return { delimiters: settingsOf(header[1] ?? '', given, from), header: { from, to } }
    if (line !== '' && line !== '---' && !line.startsWith('#')) break
    from = to
  }
  return { delimiters: given, header: undefined }
}

function settingsOf(text: string, [left, right]: Delimiters, offset: number): Delimiters {
  const found = { 'left-delim': left, 'right-delim': right }
  for (const word of text.split(/\s+/).filter((each) => each !== '')) {
    const [, name, value] = settingPattern.exec(word) ?? []
    if (value === undefined || (name !== 'left-delim' && name !== 'right-delim'))
      throw new ScriptFailure(
        'syntax',
        `unexpected ${JSON.stringify(word)}; write # gotemplate: left-delim=[[ right-delim=]]`,
        offset,
      )
    found[name] = value
  }
  return [found['left-delim'], found['right-delim']]
}
