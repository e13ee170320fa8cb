// What the verbs on ways to reach people share.
import { personalServices, phoneServices } from '@binnacle/contract/on-call'
import type { ClientBase } from 'pg'
import type { Actor } from '../../../platform/access/actor.ts'
import { fieldError, RequestError } from '../../../platform/errors.ts'
import { findMethod, type MethodRow } from './stored.ts'

/** What the audit log calls ways to reach people. */
export const METHODS = 'contact_methods'

/** @throws RequestError at a field */
export function refuse(path: string, message: string): never {
  throw fieldError(path, message)
}

/** Reads a method of the requesting person. @throws RequestError without one */
export async function requireMethod(client: ClientBase, id: string, actor: Actor): Promise<MethodRow> {
  const row = await findMethod(client, actor.personId, id)
  if (row === undefined) throw new RequestError('ENOTFOUND', 'There is no way to reach you with this id')
  return row
}

/** Types of connections that can reach a person. */
export const connectionTypes: readonly string[] = [...Object.keys(personalServices), ...phoneServices]
