import { isUuid } from '@binnacle/contract'
import { CODE_ATTEMPTS, type IdentityStore } from '@binnacle/identity'
import type { Tables } from '../tables.ts'

type FlowStore = Pick<IdentityStore, 'saveFlow' | 'flow' | 'endFlow' | 'saveCode' | 'tryCode' | 'dropCode'>

/** Flows, and the codes that were mailed for them. */
export function flowStore(tables: Tables): FlowStore {
  return {
    async saveFlow(flow) {
      const content = JSON.stringify(flow.content)
      await tables
        .insertInto('core.identity_flows')
        .values({
          id: flow.id,
          kind: flow.kind,
          csrf_digest: flow.csrfDigest,
          person_id: flow.personId ?? null,
          content,
          issued_at: flow.issuedAt,
          expires_at: flow.expiresAt,
        })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ content }))
        .execute()
    },

    async flow(id, kind) {
      if (!isUuid(id)) return undefined
      const row = await tables
        .selectFrom('core.identity_flows')
        .selectAll()
        .where('id', '=', id)
        .where('kind', '=', kind)
        .where('done_at', 'is', null)
        .executeTakeFirst()
      if (row === undefined) return undefined
      return {
        id: row.id,
        kind,
        csrfDigest: row.csrf_digest,
        ...(row.person_id === null ? {} : { personId: row.person_id }),
        content: row.content,
        issuedAt: row.issued_at,
        expiresAt: row.expires_at,
      }
    },

    async endFlow(id, now) {
      const ended = await tables
        .updateTable('core.identity_flows')
        .set({ done_at: now })
        .where('id', '=', id)
        .where('done_at', 'is', null)
        .executeTakeFirst()
      return ended.numUpdatedRows === 1n
    },

    async saveCode({ flowId, digest, personId, email, expiresAt }) {
      const code = { digest, person_id: personId ?? null, email, attempts: 0, expires_at: expiresAt }
      await tables
        .insertInto('core.mailed_codes')
        .values({ flow_id: flowId, ...code })
        .onConflict((conflict) => conflict.column('flow_id').doUpdateSet(code))
        .execute()
    },

    async tryCode(flowId, now) {
      const row = await tables
        .updateTable('core.mailed_codes')
        .set((expression) => ({ attempts: expression('attempts', '+', 1) }))
        .where('flow_id', '=', flowId)
        .where('attempts', '<', CODE_ATTEMPTS)
        .where('expires_at', '>', now)
        .returningAll()
        .executeTakeFirst()
      if (row === undefined) return undefined
      return {
        flowId,
        digest: row.digest,
        personId: row.person_id ?? undefined,
        email: row.email,
        expiresAt: row.expires_at,
      }
    },

    async dropCode(flowId) {
      await tables.deleteFrom('core.mailed_codes').where('flow_id', '=', flowId).execute()
    },
  }
}
