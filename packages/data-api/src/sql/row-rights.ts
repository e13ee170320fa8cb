import sql, { Sql } from 'sql-template-tag'
import type { Relation } from '../catalog/types.ts'
import { DataError } from '../errors.ts'
import type { DataServiceOptions, RowRight } from '../options.ts'
import { identifier } from './names.ts'

type Ask = (relation: Relation, row: Sql) => RowRight

/** Which rows of each relation somebody may see and write. Not exported: only `rowRightsOf` makes one. */
class Rights {
  readonly #ask: Ask
  #restricted = false

  constructor(ask: Ask) {
    this.#ask = ask
  }

  /**
   * The condition that rows have to meet; undefined where all do.
   * @param alias of the rows in the statement
   * @throws DataError 403 where the right cannot be told
   */
  condition(relation: Relation, alias: string): Sql | undefined {
    const right = this.#ask(relation, identifier(alias))
    if (right === 'all') return undefined
    this.#restricted = true
    return right === 'none' ? sql`false` : sql`(${right})`
  }

  /** Whether any relation asked about so far has rows that may be hidden. */
  get restricted(): boolean {
    return this.#restricted
  }
}

/** What a request is compiled with, so that no rows are read without asking whose they are. */
export type RowRights = Rights

/** The rights of whoever asks. A right that throws, or is none, denies the relation and is reported. */
export function rowRightsOf<Actor>(
  { rows, onError }: Pick<DataServiceOptions<Actor>, 'rows' | 'onError'>,
  actor: Actor,
): RowRights {
  return new Rights((relation, row) => {
    if (rows === undefined) return 'all'
    const { schema, name } = relation
    try {
      const right: unknown = rows({ actor, schema, name }, row)
      if (right === 'all' || right === 'none' || right instanceof Sql) return right
      throw new TypeError(`The right to rows of "${name}" is neither a condition nor all nor none`)
    } catch (error) {
      onError?.(error)
      throw new DataError(403, '42501', `It cannot be told which rows of "${name}" are yours`, {
        cause: error,
      })
    }
  })
}
