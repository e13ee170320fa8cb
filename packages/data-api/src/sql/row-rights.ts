import sql, { Sql } from 'sql-template-tag'
import type { Relation } from '../catalog/types.ts'
import { DataError } from '../errors.ts'
import type { DataServiceOptions, RowRight } from '../options.ts'
import { identifier } from './names.ts'

type Ask = (relation: Relation, row: Sql) => RowRight

/** Which rows of each relation the sender may see and write. Not exported, so that only `rowRightsOf` creates one. */
class Rights {
  readonly #ask: Ask
  #restricted = false

  constructor(ask: Ask) {
    this.#ask = ask
  }

  /**
   * The condition that rows must meet. Undefined if the sender may use all rows.
   * @param alias of the rows in the statement
   * @throws DataError 403 if the right cannot be determined
   */
  condition(relation: Relation, alias: string): Sql | undefined {
    const right = this.#ask(relation, identifier(alias))
    if (right === 'all') return undefined
    this.#restricted = true
    return right === 'none' ? sql`false` : sql`(${right})`
  }

  /** Whether any relation so far has rows that may be hidden. */
  get restricted(): boolean {
    return this.#restricted
  }
}

/** Row rights for compiling a request. No rows are read without them. */
export type RowRights = Rights

/** Creates the row rights of the sender. A right that throws or is invalid denies the relation and is reported. */
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
