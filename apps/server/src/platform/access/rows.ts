import { identifier, type RowRight } from '@binnacle/data-api'
import sql, { Sql } from 'sql-template-tag'
import { RequestError } from '../errors.ts'
import type { Log } from '../log.ts'
import type { Actor } from './actor.ts'

/**
 * Which rows of a relation somebody may see and change: all, none, or those that meet a condition on the columns of the
 * row. Declared once, and asked by the data service, verbs, searches and live topics.
 * @param row the name that a row has in the statement
 */
export type RowRule = (actor: Actor, row: Sql) => RowRight

/**
 * The condition that limits a statement to the rows that the caller may see.
 * @param row the name that a row has in the statement, such as `canaries`
 * @throws RequestError EFORBIDDEN where it cannot be told
 */
export type OwnRows = (row: string) => Sql

/**
 * Who asks, for statements of verbs, searches and live topics.
 * @param rule undefined where all rows are everyone's; one that throws denies, and is logged
 * @param what is read, as a refusal names it
 */
export function ownRows(rule: RowRule | undefined, actor: Actor, what: string, log: Log): OwnRows {
  return (row) => {
    if (rule === undefined) return sql`true`
    try {
      const right: unknown = rule(actor, identifier(row))
      if (right === 'all') return sql`true`
      if (right === 'none') return sql`false`
      if (right instanceof Sql) return sql`(${right})`
      throw new TypeError(`The right to rows of "${what}" is neither a condition nor all nor none`)
    } catch (error) {
      log.error({ err: error }, 'a right to rows failed')
      throw new RequestError('EFORBIDDEN', `It cannot be told which ${what} are yours`)
    }
  }
}
