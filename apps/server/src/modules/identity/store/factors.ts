import type { IdentityStore } from '@binnacle/identity'
import type { Tables } from '../tables.ts'

type FactorStore = Pick<
  IdentityStore,
  'totp' | 'setTotp' | 'useTotpStep' | 'removeTotp' | 'setBackupCodes' | 'useBackupCode' | 'backupCodesLeft'
>

/** Second factors. */
export function factorStore(tables: Tables): FactorStore {
  return {
    async totp(personId) {
      const row = await tables
        .selectFrom('core.totp_secrets')
        .select(['secret', 'last_step'])
        .where('person_id', '=', personId)
        .executeTakeFirst()
      return row === undefined ? undefined : { sealed: row.secret, lastStep: row.last_step }
    },

    async setTotp(personId, { sealed, lastStep }, now) {
      await tables
        .insertInto('core.totp_secrets')
        .values({ person_id: personId, secret: sealed, last_step: lastStep, created_at: now })
        .execute()
    },

    async useTotpStep(personId, step) {
      const used = await tables
        .updateTable('core.totp_secrets')
        .set({ last_step: step })
        .where('person_id', '=', personId)
        .where('last_step', '<', step)
        .executeTakeFirst()
      return used.numUpdatedRows === 1n
    },

    async removeTotp(personId) {
      await tables.deleteFrom('core.totp_secrets').where('person_id', '=', personId).execute()
    },

    async setBackupCodes(personId, digests) {
      // One statement sees the state before it, so that deleting and inserting codes do not conflict.
      const remove = tables.deleteFrom('core.backup_codes').where('person_id', '=', personId)
      if (digests.length === 0) await remove.execute()
      else
        await tables
          .with('removed', () => remove)
          .insertInto('core.backup_codes')
          .values(digests.map((digest) => ({ person_id: personId, digest, used_at: null })))
          .execute()
    },

    async useBackupCode(personId, digest, now) {
      const used = await tables
        .updateTable('core.backup_codes')
        .set({ used_at: now })
        .where('person_id', '=', personId)
        .where('digest', '=', digest)
        .where('used_at', 'is', null)
        .executeTakeFirst()
      if (used.numUpdatedRows === 1n) return 'right'
      const known = await tables
        .selectFrom('core.backup_codes')
        .select('used_at')
        .where('person_id', '=', personId)
        .where('digest', '=', digest)
        .executeTakeFirst()
      return known === undefined ? 'unknown' : 'used'
    },

    async backupCodesLeft(personId) {
      const row = await tables
        .selectFrom('core.backup_codes')
        .select((expression) => [
          expression.fn.countAll<number>().as('all'),
          expression.fn.countAll<number>().filterWhere('used_at', 'is', null).as('left'),
        ])
        .where('person_id', '=', personId)
        .executeTakeFirstOrThrow()
      return row.all === 0 ? undefined : row.left
    },
  }
}
