import { isDeepStrictEqual } from 'node:util'
import type { Pool } from 'pg'
import sql from 'sql-template-tag'
import type { Actor } from '../../../platform/access/actor.ts'
import { ownRows } from '../../../platform/access/rows.ts'
import { RequestError } from '../../../platform/errors.ts'
import type { Log } from '../../../platform/log.ts'
import type { ParsedLogBackend } from '../spec/backend.ts'
import { openToReaders } from './rule.ts'

/** The condition that limits a statement to the log backends whose lines somebody may read. */
export const readableBackends = (actor: Actor, log: Log) => ownRows(openToReaders, actor, 'log backends', log)

/** @throws RequestError if somebody may not read the lines of a log backend: to them it does not exist */
export async function requireReadable(
  reader: Pick<Pool, 'query'>,
  id: string,
  actor: Actor,
  log: Log,
): Promise<void> {
  const own = readableBackends(actor, log)
  const { rows } = await reader.query(
    sql`select from core.logging_backends as backend where id = ${id} and ${own('backend')}`,
  )
  if (rows.length === 0) throw new RequestError('ENOTFOUND', 'There is no log backend with this id')
}

const isAdministrator = ({ roles }: Pick<Actor, 'roles'>) => roles.includes('admin')

/** @throws RequestError if a draft reads lines of the machine, and who wants to save or try it is no administrator */
export function requireMachineRight(actor: Actor, { entries }: ParsedLogBackend): void {
  const ofHost = entries.find(({ type }) => type.definition.ofHost === true)
  if (ofHost === undefined || isAdministrator(actor)) return
  throw new RequestError(
    'EFORBIDDEN',
    `Only administrators read logs of the machine that Binnacle runs on (${ofHost.place})`,
  )
}

/**
 * @param stored the spec before the change; undefined for a new log backend
 * @throws RequestError if who saves a log backend may not decide who reads it
 */
export function requireReadersRight(
  actor: Actor,
  { input }: ParsedLogBackend,
  stored: Readonly<Record<string, unknown>> | undefined,
): void {
  if (isAdministrator(actor) || isDeepStrictEqual(input['readers'], stored?.['readers'])) return
  const message = 'Only administrators decide who reads a log backend'
  throw new RequestError('EFORBIDDEN', message, [{ path: 'spec.readers', message }])
}
