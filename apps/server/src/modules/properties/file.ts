import { fail, type Problem, type Result, succeed } from '@binnacle/contract/core'
import { propertyForm, runsScript } from '@binnacle/contract/health'

/** Names with their values, as a file says them. */
export type LocalProperties = ReadonlyMap<string, string>

/**
 * Reads a file of properties: a line each, `name=value`; lines that begin with # or ! are comments.
 * @returns the properties without those that run script in browsers, or every line that is wrong
 */
export function parseProperties(text: string): Result<LocalProperties, Problem[]> {
  const found = new Map<string, string>()
  const problems: Problem[] = []
  for (const [position, line] of text.split(/\r?\n/).entries()) {
    const written = line.trim()
    if (written === '' || written.startsWith('#') || written.startsWith('!')) continue
    const place = { line: position + 1, column: 1 }
    const sign = written.indexOf('=')
    if (sign < 0) {
      problems.push({ path: '', message: 'is not name=value', ...place })
      continue
    }
    const [name, value] = [written.slice(0, sign).trim(), written.slice(sign + 1).trim()]
    if (runsScript(name)) continue
    const parsed = propertyForm.safeParse({ name, value })
    if (parsed.success) found.set(parsed.data.name, parsed.data.value)
    else
      problems.push(
        ...parsed.error.issues.map((issue) => ({
          path: String(issue.path[0]),
          message: issue.message,
          ...place,
        })),
      )
  }
  return problems.length > 0 ? fail(problems) : succeed(found)
}
