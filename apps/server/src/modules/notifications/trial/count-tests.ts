import type { ClientBase } from 'pg'
import type { Actor } from '../../../platform/access/actor.ts'
import { audit } from '../../../platform/audit.ts'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import { RequestError } from '../../../platform/errors.ts'

/** Tests that a person sends in an hour: enough to try every service, too few to flood one. */
const MOST_TESTS = 30
const ACTION = 'send test'

/**
 * Writes a test message into the audit log, which also counts them.
 * @throws RequestError if the person sent too many
 */
export async function countTest(
  client: ClientBase,
  actor: Actor,
  thing: { resource: 'notifications' | 'connections'; id: string | null; name: string },
  now: Date,
): Promise<void> {
  // Requests at the same time would all find the same number.
  await tablesOn(client)
    .selectFrom('core.people')
    .select('id')
    .where('id', '=', actor.personId)
    .forNoKeyUpdate()
    .execute()
  const { sent } = await tablesOn(client)
    .selectFrom('core.audit_log')
    .select(({ fn }) => fn.countAll<number>().as('sent'))
    .where('person_id', '=', actor.personId)
    .where('created_at', '>', new Date(now.getTime() - 60 * 60_000))
    .where('resource', 'in', ['notifications', 'connections'])
    .where('action', '=', ACTION)
    .executeTakeFirstOrThrow()
  if (sent >= MOST_TESTS)
    throw new RequestError('ECONFLICT', `You sent ${MOST_TESTS} tests within an hour; wait`)
  await audit(client, actor, { action: ACTION, ...thing })
}
