import { LOCAL_AGENT_ID } from '@binnacle/contract/core'
import { sql as fragment } from 'kysely'
import type { ClientBase, Pool } from 'pg'
import { z } from 'zod'
import { labels, plainName } from '@binnacle/plugin-kit/core'
import type { Actor } from '../../../platform/access/actor.ts'
import type { Clock } from '../../../platform/clock.ts'
import { inTransaction } from '../../../platform/database/index.ts'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import { RequestError } from '../../../platform/errors.ts'
import { pushedTree } from '../engine/pushed.ts'
import { claimsOf, publishTopology } from '../store/index.ts'
import type { FollowSelectors } from './job.ts'
import { PUSH_SOURCE } from './source.ts'
import { logSpecs } from '../../../platform/specs/log.ts'
import { topologyIdentity, topologyTable } from './table.ts'

/** A tree that another system tells: a component with those below it, in the form of answers and of lookups. */
export const pushBody = z.looseObject({
  name: plainName,
  namespace: plainName.default('default'),
  /** Id or name of the agent that it belongs to. */
  agent: z.string().max(253).optional(),
  labels: labels.optional(),
})

/** What a push did. */
export const pushAnswer = z.object({
  /** Id of the topology. */
  id: z.uuid(),
  count: z.number(),
  added: z.number(),
  updated: z.number(),
  deleted: z.number(),
  held: z.number(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })),
})

async function agentOf(pool: Pool, agent: string | undefined): Promise<string> {
  if (agent === undefined || agent === '' || agent === 'self') return LOCAL_AGENT_ID
  const row = await tablesOn(pool)
    .selectFrom('core.agents')
    .select('id')
    .where((expressions) =>
      expressions.or([
        expressions(expressions.cast<string>('id', 'text'), '=', agent),
        expressions('name', '=', agent),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  if (row === undefined)
    throw new RequestError('EINVALID', `agent: there is no agent ${agent}`, [
      { path: 'agent', message: 'is not known' },
    ])
  return row.id
}

/** Stores the topology that a push is about. @returns its id, and whether it is new */
function keep(
  client: ClientBase,
  agentId: string,
  { name, namespace, labels: given = {} }: z.output<typeof pushBody>,
  actor: Actor,
) {
  return tablesOn(client)
    .insertInto('core.topologies')
    .values({
      agent_id: agentId,
      name,
      namespace,
      labels: JSON.stringify(given),
      source: PUSH_SOURCE,
      created_by: actor.personId,
    })
    .onConflict((conflict) =>
      conflict
        .expression(topologyIdentity)
        .where('deleted_at', 'is', null)
        .doUpdateSet((expressions) => ({ labels: expressions.ref('excluded.labels') })),
    )
    .returning(['id', fragment<boolean>`xmax = 0`.as('fresh')])
    .executeTakeFirst()
}

/** Stores trees that other systems push, each as its own topology, and follows their selectors as a run does. */
export function createPushedTopologies(
  { pool, clock }: { pool: Pool; clock: Clock },
  follow: FollowSelectors,
) {
  return async (
    { agent, ...body }: z.output<typeof pushBody>,
    actor: Actor,
  ): Promise<z.output<typeof pushAnswer>> => {
    const agentId = await agentOf(pool, agent)
    const { roots, count, problems } = await pushedTree(body, body.labels ?? {})
    const stored = await inTransaction(pool, async (client) => {
      const row = await keep(client, agentId, body, actor)
      if (row === undefined) throw new RequestError('ECONFLICT', 'Another push of this topology is under way')
      if (row.fresh) await logSpecs(client, topologyTable, actor, [row.id], new Map())
      const result = await publishTopology(client, {
        topologyId: row.id,
        agentId,
        roots,
        complete: problems.length === 0,
      })
      await tablesOn(client)
        .updateTable('core.topologies')
        .set({ complete_at: clock.now() })
        .where('id', '=', row.id)
        .execute()
      return { id: row.id, result, claims: await claimsOf(client, row.id) }
    })
    const { added, updated, deleted, held } = stored.result
    const tooMuch = await follow(stored.id, added + updated + deleted > 0)
    const warnings = [...(stored.result.problems ?? []), ...stored.claims, ...tooMuch].map((message) => ({
      path: '',
      message,
    }))
    return { id: stored.id, count, added, updated, deleted, held, errors: [...problems, ...warnings] }
  }
}
export type PushedTopologies = ReturnType<typeof createPushedTopologies>
