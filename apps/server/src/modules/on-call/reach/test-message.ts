import type { TestResult } from '@binnacle/contract/on-call'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import { RequestError } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/access/actor.ts'
import type { ReachMethod } from '../ports.ts'
import { loadMethods, sendingMethod } from './stored.ts'
import { sendPlainMessage, type SenderDependencies } from './verify.ts'

const testMessage = (by: string) => ({
  title: 'Test message of Binnacle',
  body: `${by} sent this message to test how alerts reach you. You don’t need to do anything.`,
  path: '/on-call/me',
})

async function sendEach(
  dependencies: SenderDependencies,
  personId: string,
  ways: readonly { label: string; method: ReachMethod | undefined }[],
  by: Actor,
): Promise<TestResult> {
  const results: TestResult['results'] = []
  for (const { label, method } of ways)
    try {
      if (method === undefined) throw new RequestError('ECONFLICT', 'The connection is gone')
      await sendPlainMessage(dependencies, personId, method, testMessage(by.name))
      results.push({ label, error: null })
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      results.push({ label, error: error.message })
    }
  return { results }
}

/**
 * Sends a test message by every verified way of a person, or to the address of the account if the person has none.
 * @param only id of the only way to use, which must be verified
 */
export async function sendTestMessages(
  dependencies: SenderDependencies,
  personId: string,
  by: Actor,
  only?: string,
): Promise<TestResult> {
  const { pool, secrets } = dependencies
  const person = await tablesOn(pool)
    .selectFrom('core.people')
    .select('email')
    .where('id', '=', personId)
    .where('deleted_at', 'is', null)
    .where('active', '=', true)
    .executeTakeFirst()
  if (person === undefined) throw new RequestError('ENOTFOUND', 'There is no active user with this id')
  const methods = (await loadMethods(pool, [personId])).filter(({ id }) => only === undefined || id === only)
  const verified = methods.filter(({ verified_at: at }) => at !== null)
  if (only !== undefined && verified.length === 0)
    throw new RequestError('ENOTFOUND', 'There is no verified way with this id')
  const ways = verified.map((row) => ({ label: row.label, method: sendingMethod(secrets, row) }))
  if (ways.length === 0 && person.email !== null)
    ways.push({ label: person.email, method: { kind: 'email', address: person.email } })
  return sendEach(dependencies, personId, ways, by)
}
