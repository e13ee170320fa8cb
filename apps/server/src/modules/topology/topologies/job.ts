import { type Result, succeed } from '@binnacle/contract/core'
import type { NotNull } from 'kysely'
import type { ClientBase, Pool } from 'pg'
import { z } from 'zod'
import { mapSecrets } from '@binnacle/plugin-kit/core'
import type { Clock } from '../../../platform/clock.ts'
import { inTransaction } from '../../../platform/database/index.ts'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import { type DefinedJob, defineJob, type JobOutcome, type RunLog } from '../../../platform/jobs/index.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { errorOf, schedule } from '../../../platform/specs/runs.ts'
import { openSpec } from '../../../platform/specs/stored-spec.ts'
import type { ComponentNode } from '../component-tree.ts'
import { type EngineDependencies, type EngineRun, runTopology } from '../engine/run.ts'
import { SYSTEM_SOURCE } from '../self/tree.ts'
import { nextRun } from '../spec/schedule.ts'
import type { TopologyParser } from '../spec/topology.ts'
import { claimsOf, publishTopology } from '../store/index.ts'
import { findTopology, type StoredTopology } from './stored.ts'
import { topologyTable } from './table.ts'

/** What runs of stored topologies need. */
export interface TopologyDependencies {
  pool: Pool
  clock: Clock
  secrets: Secrets
  parser: TopologyParser
  engine: EngineDependencies
  /** The trees of the product itself. */
  self: () => Promise<ComponentNode[]>
}

/** Type of the resource of its runs. */
export const TOPOLOGY_RESOURCE = 'topology'
/** Longest run in milliseconds. */
const LONGEST = 10 * 60_000

/** A run that nobody started stores nothing where it would add more components than this, and more than so many times what is there. */
const MOST_ADDED = 1_000
const MOST_GROWTH = 10

const payload = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Whether a person started the run. */
  byHand: z.boolean().optional(),
})
export type TopologyPayload = z.output<typeof payload>

/** Problems of a run as sentences. */
function sentences(problems: EngineRun['problems']): string[] {
  return problems.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))
}

/** Sealed texts by what they seal. A run would otherwise seal them again, and every component with an inline check would change. */
function createStableSeal(secrets: Secrets) {
  const known = new Map<string, string>()
  return (secret: string): string => {
    const sealed = known.get(secret) ?? secrets.seal(secret)
    if (known.size > 10_000) known.clear()
    known.set(secret, sealed)
    return sealed
  }
}

/** Seals the secrets of the inline checks of components, which the store keeps. */
function sealChecks(
  nodes: readonly ComponentNode[],
  { parser, seal }: { parser: TopologyParser; seal: (secret: string) => string },
): ComponentNode[] {
  return nodes.map((node) => ({
    ...node,
    checks: node.checks.map((check) => {
      if (check.inline === undefined) return check
      const inline = mapSecrets(parser.schemas.canary, check.inline, seal)
      return { ...check, inline: z.record(z.string(), z.unknown()).parse(inline) }
    }),
    children: sealChecks(node.children, { parser, seal }),
  }))
}

const countOf = (nodes: readonly ComponentNode[]): number =>
  nodes.reduce((sum, { children }) => sum + 1 + countOf(children), 0)

/** Why a run is not stored that found far more components than there are: its source may have answered with something else. */
async function refusalOf(pool: Pool, id: string, count: number): Promise<string | undefined> {
  const { live } = await tablesOn(pool)
    .selectFrom('core.components')
    .select(({ fn }) => fn.countAll<number>().as('live'))
    .where('topology_id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (live === 0 || count - live <= MOST_ADDED || count <= live * MOST_GROWTH) return undefined
  return `the run found ${count} components where there are ${live}, so nothing of it was stored; run the topology manually if this is right`
}

/** Stores the trees of a topology, unless it was deleted meanwhile. @returns undefined then */
async function publish(
  pool: Pool,
  topology: { id: string; agentId: string },
  run: { roots: readonly ComponentNode[]; complete: boolean },
) {
  return inTransaction(pool, async (client: ClientBase) => {
    // A deletion waits for this transaction, or was before it.
    const inUse = await tablesOn(client)
      .selectFrom('core.topologies')
      .select('id')
      .where('id', '=', topology.id)
      .where('deleted_at', 'is', null)
      .forShare()
      .executeTakeFirst()
    if (inUse === undefined) return undefined
    const result = await publishTopology(client, {
      topologyId: topology.id,
      agentId: topology.agentId,
      ...run,
    })
    return { result, claims: await claimsOf(client, topology.id) }
  })
}

/**
 * Follows the selectors of the components of a topology.
 * @param changed whether components were added or changed
 * @returns sentences about selectors that find too much
 */
export type FollowSelectors = (topologyId: string, changed: boolean) => Promise<readonly string[]>

/** Makes what runs stored topologies once, and stores what they make. */
function createTopologyRuns(dependencies: TopologyDependencies, follow: FollowSelectors) {
  const { pool, clock, parser, engine } = dependencies
  const seal = createStableSeal(dependencies.secrets)

  async function selfRun(): Promise<Result<EngineRun, string>> {
    const roots = await dependencies.self()
    return succeed({ roots, complete: true, count: countOf(roots), problems: [] })
  }
  async function specRun(stored: StoredTopology, signal: AbortSignal): Promise<Result<EngineRun, string>> {
    const opened = await openSpec(parser, dependencies.secrets, stored.spec)
    return opened.ok ? succeed(await runTopology(stored, opened.value, engine, signal)) : opened
  }

  return async (
    id: string,
    { signal, log, byHand }: { signal: AbortSignal; log: RunLog; byHand: boolean },
  ): Promise<JobOutcome> => {
    const stored = await findTopology(pool, id)
    // It was deleted while its run waited.
    if (stored === undefined) return { success: 0, errors: [] }
    const began = clock.now()
    const end = async (errors: readonly string[], complete: boolean) => {
      const error = errorOf(errors)
      await tablesOn(pool)
        .updateTable('core.topologies')
        .set({
          error,
          error_at: error === null ? null : began,
          ...(complete ? { complete_at: began } : {}),
        })
        .where('id', '=', id)
        .execute()
    }
    const made = stored.source === SYSTEM_SOURCE ? await selfRun() : await specRun(stored, signal)
    if (!made.ok) {
      await end([made.failure], false)
      return { success: 0, errors: [made.failure] }
    }
    const run = made.value
    // A run that is stopped in the middle has not seen what it did not look for, so nothing of it counts.
    if (signal.aborted) throw signal.reason
    const refusal = byHand ? undefined : await refusalOf(pool, id, run.count)
    if (refusal !== undefined) {
      await end([refusal], false)
      return { success: 0, errors: [refusal] }
    }
    const published = await publish(
      pool,
      { id, agentId: stored.agent_id },
      { roots: sealChecks(run.roots, { parser, seal }), complete: run.complete },
    )
    if (published === undefined) return { success: 0, errors: ['the topology was deleted while it ran'] }
    const { result, claims } = published
    // The jobs of selectors would find the same some minutes later.
    const tooMuch = await follow(id, result.added + result.updated + result.deleted > 0)
    const errors = [...sentences(run.problems), ...(result.problems ?? []), ...claims, ...tooMuch]
    if (result.held > 0) log.warn(`${result.held} components are gone; their deletion waits for a decision`)
    log.info(
      `${run.count} components: ${result.added} added, ${result.updated} updated, ${result.deleted} deleted`,
    )
    await end(errors, run.complete)
    return {
      success: run.count,
      errors,
      details: { ...result, components: run.count, complete: run.complete },
    }
  }
}

/** The jobs of topologies: a run of one, and what finds runs that were lost. */
export function createTopologyJobs(
  dependencies: TopologyDependencies,
  follow: FollowSelectors,
): {
  topology: DefinedJob<TopologyPayload>
  sync: DefinedJob<object>
  addAllDue: (isStart: boolean) => Promise<number>
} {
  const { pool, clock } = dependencies
  const run = createTopologyRuns(dependencies, follow)
  const topology: DefinedJob<TopologyPayload> = defineJob<TopologyPayload>({
    name: 'Topology',
    lane: 'scrapes',
    payload,
    key: ({ id }) => id,
    record: true,
    resource: ({ id, name }) => ({ type: TOPOLOGY_RESOURCE, id, name }),
    timeLimit: LONGEST,
    async run({ payload: { id, byHand = false }, signal, log }) {
      try {
        return await run(id, { signal, log, byHand })
      } finally {
        const stored = await findTopology(pool, id)
        if (stored !== undefined && stored.schedule !== null && !signal.aborted)
          await schedule(pool, topologyTable, topology, id, nextRun(stored.schedule, id, clock.now()))
      }
    },
  })
  /** @param runsNow whether all of them run now, in the place of when they are due */
  async function addAllDue(runsNow: boolean): Promise<number> {
    const rows = await tablesOn(pool)
      .selectFrom('core.topologies')
      .select(['id', 'name', 'due_at'])
      .where('deleted_at', 'is', null)
      .where('due_at', 'is not', null)
      .where('schedule', 'is not', null)
      .$narrowType<{ due_at: NotNull }>()
      .execute()
    for (const { id, name, due_at: dueAt } of rows)
      await topology.addAt(pool, runsNow ? clock.now() : dueAt, { id, name })
    return rows.length
  }
  const sync = defineJob({
    name: 'SyncTopology',
    lane: 'maintenance',
    cron: '*/5 * * * *',
    record: false,
    run: async () => ({ success: await addAllDue(false), errors: [] }),
  })
  return { topology, sync, addAllDue }
}
