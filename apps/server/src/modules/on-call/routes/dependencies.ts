import type { Pool } from 'pg'
import type { ClientBase } from 'pg'
import { z } from 'zod'
import { inTransaction } from '../../../platform/database/index.ts'
import type { CountCall } from '../../../platform/specs/per-hour.ts'
import type { Connections } from '../../connections/index.ts'
import type { SenderDependencies } from '../reach/verify.ts'

/** What the routes of this module work with. */
export interface OnCallDependencies extends SenderDependencies {
  pool: Pool
  connections: () => Pick<Connections, 'find'>
  /** Counts what a person does that sends messages to others. */
  countMessage: CountCall
}

/** Everyone may see who is on call. */
export const read = { resource: 'notifications', action: 'read' } as const
/** Who may change rotas and escalation policies. */
export const write = { resource: 'notifications', action: 'write' } as const

export const byId = z.object({ id: z.uuid('is not an id') })
export const identified = z.object({ id: z.uuid() })
export const nothing = z.object({})

/** Runs a verb in a transaction and answers with nothing. */
export async function change(
  pool: Pool,
  work: (client: ClientBase) => Promise<unknown>,
): Promise<Record<string, never>> {
  await inTransaction(pool, work)
  return {}
}

/** Runs a verb that makes something in a transaction and answers with its id. */
export async function make(
  pool: Pool,
  work: (client: ClientBase) => Promise<string>,
): Promise<{ id: string }> {
  return { id: await inTransaction(pool, work) }
}
