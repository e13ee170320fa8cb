import { type Kysely, sql as fragment } from 'kysely'
import { DatabaseError } from 'pg'
import { parseSplits } from 'postgres-semicolons'

interface Statement {
  text: string
  /** First line of the statement, from 1. */
  line: number
}

const EXCERPT = 300

/** A failed statement of a script, with the reason. */
export class ScriptFailure extends Error {
  override name = 'ScriptFailure'
  readonly path: string
  readonly line: number
  readonly statement: string

  constructor(path: string, statement: Statement, cause: DatabaseError) {
    super(cause.message, { cause })
    const before = statement.text.slice(0, Math.max(0, Number(cause.position ?? 1) - 1))
    this.path = path
    this.line = statement.line + before.split('\n').length - 1
    const { text } = statement
    this.statement = text.length > EXCERPT ? `${text.slice(0, EXCERPT)}…` : text
  }
}

/** Splits a script into statements without leading comments. Bodies of functions must be quoted. */
export function statementsOf(script: string): Statement[] {
  const { positions } = parseSplits(script, true)
  let code = script
  for (const position of positions)
    if (typeof position !== 'number') {
      const [start, end] = position
      code = code.slice(0, start) + ' '.repeat(end - start) + code.slice(end)
    }
  const ends = positions.filter((position) => typeof position === 'number')
  let from = 0
  return [...ends, script.length].flatMap((end) => {
    const skipped = code.slice(from, end).search(/\S/)
    const start = from + skipped
    from = end + 1
    if (skipped === -1) return []
    return [{ text: script.slice(start, end).trimEnd(), line: script.slice(0, start).split('\n').length }]
  })
}

/**
 * Runs a script statement by statement, so that an error names the statement.
 * @throws ScriptFailure if a statement fails
 */
export async function runScript(
  database: Kysely<unknown>,
  { path, text }: { path: string; text: string },
): Promise<void> {
  for (const statement of statementsOf(text))
    try {
      await fragment.raw(statement.text).execute(database)
    } catch (error) {
      throw error instanceof DatabaseError ? new ScriptFailure(path, statement, error) : error
    }
}
