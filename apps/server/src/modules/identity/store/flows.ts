import { isUuid } from '@binnacle/contract/core'
import { CODE_ATTEMPTS, FLOW_LIMITS, type IdentityStore } from '@binnacle/identity'
import { sql as fragment } from 'kysely'
import type { Tables } from '../tables.ts'

type FlowStore = Pick<
  IdentityStore,
  | 'saveFlow'
  | 'flowsBlockedUntil'
  | 'flow'
  | 'endFlow'
  | 'saveCode'
  | 'tryCode'
  | 'isSharedCode'
  | 'hasSharedCode'
  | 'dropCodes'
>

/** Flows that this process creates between two checks of the limit. */
const CREATED_BETWEEN_TRIMS = 200
let createdSinceTrim = 0

/** Removes flows of strangers beyond the limit, the oldest first. Flows that wait for an emailed code stay. */
async function trimFlows(tables: Tables): Promise<void> {
  await fragment`
    delete from core.identity_flows as flow
    where flow.person_id is null
      and (flow.issued_at, flow.id) <= (
        select kept.issued_at, kept.id from core.identity_flows as kept
        where kept.person_id is null
        order by kept.issued_at desc, kept.id desc offset ${FLOW_LIMITS.anonymous} limit 1
      )
      and not exists (select from core.mailed_codes as code where code.flow_id = flow.id)`.execute(tables)
}

/** Stores flows and the codes that were emailed for them. */
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
          requester: flow.requester,
          person_id: flow.personId ?? null,
          content,
          issued_at: flow.issuedAt,
          expires_at: flow.expiresAt,
        })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ content }))
        .execute()
    },

    async flowsBlockedUntil(requester, now) {
      createdSinceTrim += 1
      if (createdSinceTrim >= CREATED_BETWEEN_TRIMS) {
        createdSinceTrim = 0
        await trimFlows(tables)
      }
      const oldest = await tables
        .selectFrom('core.identity_flows')
        .select('issued_at')
        .where('requester', '=', requester)
        .where('issued_at', '>', new Date(now.getTime() - FLOW_LIMITS.window))
        .orderBy('issued_at', 'desc')
        .offset(FLOW_LIMITS.perRequester - 1)
        .limit(1)
        .executeTakeFirst()
      return oldest === undefined ? undefined : new Date(oldest.issued_at.getTime() + FLOW_LIMITS.window)
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
        // Flows of an earlier version have no requester.
        requester: row.requester ?? Buffer.alloc(0),
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

    async saveCode({ flowId, digest, sharedDigest, personId, email, expiresAt }) {
      const code = {
        digest: digest ?? null,
        person_id: personId ?? null,
        email,
        attempts: 0,
        expires_at: expiresAt,
        // Codes that were emailed before stay valid for other flows until they expire.
        ...(sharedDigest === undefined ? {} : { shared_digest: sharedDigest, shared_expires_at: expiresAt }),
      }
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
        digest: row.digest ?? undefined,
        sharedDigest: row.shared_digest ?? undefined,
        personId: row.person_id ?? undefined,
        email: row.email,
        expiresAt: row.expires_at,
      }
    },

    async isSharedCode(digest, now) {
      const row = await tables
        .selectFrom('core.mailed_codes')
        .select('flow_id')
        .where('shared_digest', '=', digest)
        .where('shared_expires_at', '>', now)
        .executeTakeFirst()
      return row !== undefined
    },

    async hasSharedCode(kind, email, now) {
      const row = await tables
        .selectFrom('core.mailed_codes')
        .innerJoin('core.identity_flows', 'core.identity_flows.id', 'core.mailed_codes.flow_id')
        .select('flow_id')
        .where('kind', '=', kind)
        .where('email', '=', email)
        .where('shared_expires_at', '>', now)
        .executeTakeFirst()
      return row !== undefined
    },

    async dropCodes(kind, email) {
      await tables
        .deleteFrom('core.mailed_codes')
        .using('core.identity_flows')
        .whereRef('core.identity_flows.id', '=', 'core.mailed_codes.flow_id')
        .where('kind', '=', kind)
        .where('email', '=', email)
        .execute()
    },
  }
}
