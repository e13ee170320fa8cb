import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client, Pool, type QueryResult } from 'pg'

/** What a value of a row is in JavaScript, such as `string`, `null`, `Date`, `string[]`. */
export type ValueKind = string

/** What a statement answered, and where it was sent. */
interface StatementAnswer {
  /** Lines of the stack at the call, the innermost first. */
  stack: readonly string[]
  /** The columns, with the kinds of their values. */
  columns: Readonly<Record<string, readonly ValueKind[]>>
}

interface Statement {
  stack: readonly string[]
  columns: Map<string, Set<ValueKind>>
}

/** Rows of an answer that are looked at. */
const MOST_ROWS = 100

const isResult = (value: unknown): value is QueryResult =>
  typeof value === 'object' && value !== null && 'fields' in value && 'rows' in value

const stackHere = () => (new Error('here').stack ?? '').split('\n').filter((line) => line.includes('/src/'))

/** The kind of a value as the driver made it. */
export function kindOf(value: unknown): ValueKind {
  if (value === null) return 'null'
  if (Array.isArray(value)) return `${[...new Set(value.map(kindOf))].toSorted().join('|')}[]`
  if (value instanceof Date) return 'Date'
  if (value instanceof Uint8Array) return 'Buffer'
  return typeof value
}

/** Marks the driver as changed: test files of one process share it. */
const RECORDS = Symbol.for('binnacle.row-types')

/**
 * Records what PostgreSQL answers to the statements of this process, so that `check.ts` can compare it with the row types of
 * the code.
 * @param folder where each process writes a file
 */
export function recordAnswers(folder: string): void {
  if (RECORDS in Pool.prototype) return
  Object.defineProperty(Pool.prototype, RECORDS, { value: true })
  const file = join(folder, `${process.pid}.jsonl`)
  const statements = new Map<string, Statement>()

  function note({ stack, columns }: Statement, { fields, rows }: QueryResult): void {
    let isNews = false
    for (const { name } of fields) {
      const kinds = columns.get(name) ?? new Set()
      isNews ||= !columns.has(name)
      columns.set(name, kinds)
      for (const row of rows.slice(0, MOST_ROWS)) {
        const kind = kindOf(row[name])
        isNews ||= !kinds.has(kind)
        kinds.add(kind)
      }
    }
    if (!isNews) return
    const answer: StatementAnswer = {
      stack,
      columns: Object.fromEntries(Array.from(columns, ([name, kinds]) => [name, [...kinds]])),
    }
    appendFileSync(file, `${JSON.stringify(answer)}\n`)
  }

  for (const prototype of [Client.prototype, Pool.prototype]) {
    const query: unknown = Reflect.get(prototype, 'query')
    if (typeof query !== 'function') throw new TypeError('the driver has no query()')
    Object.defineProperty(prototype, 'query', {
      value: function (this: unknown, ...parameters: unknown[]): unknown {
        const sent: unknown = Reflect.apply(query, this, parameters)
        // The driver calls itself with a callback, and then there is no promise.
        if (!(sent instanceof Promise)) return sent
        const [first] = parameters
        const text =
          typeof first === 'object' && first !== null && 'text' in first ? String(first.text) : String(first)
        const statement = statements.get(text) ?? { stack: stackHere(), columns: new Map() }
        statements.set(text, statement)
        sent.then(
          (result: unknown) => isResult(result) && note(statement, result),
          () => 'the caller hears of it',
        )
        return sent
      },
    })
  }
}
