import { type IdentityStore, admitGuess } from '@binnacle/identity'
import { sql as fragment } from 'kysely'
import { anyOf } from '../../../platform/database/tables-on.ts'
import type { Tables } from '../tables.ts'

type GuessStore = Pick<IdentityStore, 'reserveGuess' | 'forgiveGuess'>

/**
 * Stores allowed guesses. Each is counted before the decision, so that two concurrent guesses cannot both slip
 * through.
 */
export function guessStore(tables: Tables): GuessStore {
  return {
    reserveGuess: (limits, now) =>
      tables.transaction().execute(async (transaction) => {
        const sorted = limits.toSorted((a, b) => Buffer.compare(a.subject, b.subject))
        const refusals: Date[] = []
        // All transactions lock in the same order, so that two never wait for each other.
        for (const { subject, policy } of sorted) {
          await fragment`select pg_advisory_xact_lock(hashtextextended(encode(${subject}, 'hex'), 0))`.execute(
            transaction,
          )
          const rows = await transaction
            .selectFrom('core.identity_guesses')
            .select('made_at')
            .where('subject', '=', subject)
            .where('made_at', '>', new Date(now.getTime() - policy.window))
            .execute()
          const retryAt = admitGuess(
            rows.map((row) => row.made_at),
            now,
            policy,
          )
          if (retryAt !== undefined) refusals.push(retryAt)
        }
        const latest = refusals.toSorted((a, b) => b.getTime() - a.getTime())[0]
        if (latest !== undefined) return { ok: false, retryAt: latest }
        const made = await transaction
          .insertInto('core.identity_guesses')
          .values(limits.map(({ subject }) => ({ subject, made_at: now })))
          .returning('id')
          .execute()
        return { ok: true, ids: made.map((row) => row.id) }
      }),

    async forgiveGuess(ids) {
      if (ids.length === 0) return
      await tables.deleteFrom('core.identity_guesses').where('id', '=', anyOf(ids)).execute()
    },
  }
}
