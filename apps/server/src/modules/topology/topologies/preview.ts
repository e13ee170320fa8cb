import type { DrawnTopology, TopologyPreview } from '@binnacle/contract/topology'
import { z } from 'zod'
import type { Actor } from '../../../platform/access/actor.ts'
import { newId } from '../../../platform/ids.ts'
import { limitAtOnce } from '../../../platform/specs/at-once.ts'
import type { DraftTests } from '../../../platform/specs/draft-tests.ts'
import { specFields } from '../../../platform/specs/routes.ts'
import { writeSpecText } from '../../../platform/specs/text.ts'
import { labels } from '@binnacle/plugin-kit/core'
import { runTopology, type TopologySubject } from '../engine/run.ts'
import { LARGEST_SPEC, type ParsedTopology } from '../spec/topology.ts'
import type { TopologyDependencies } from './job.ts'
import { shownRun } from './shown.ts'
import type { TopologyVerbs } from './verbs.ts'

/** The request of a preview: a spec as YAML or as a value. */
export const previewBody = z.object({
  /** Id of the topology whose stored secrets replace masks. */
  id: z.uuid().optional(),
  name: z.string().max(253).optional(),
  namespace: z.string().max(253).optional(),
  labels: labels.optional(),
  ...specFields(LARGEST_SPEC),
})

/** Rules that draw trees that many want, by their names. */
const presets = {
  /** Workloads of clusters by their namespaces. */
  namespaces: {
    items: [
      {
        types: ['Deployment', 'StatefulSet', 'DaemonSet', 'CronJob', 'Job', 'Pod'].map(
          (kind) => `Kubernetes::${kind}`,
        ),
        agent: 'all',
      },
    ],
    by: ['namespace'],
  },
  /** What clouds have, by account and region. */
  accounts: {
    items: [{ types: ['AWS::*', 'Azure::*', 'GCP::*'], agent: 'all' }],
    by: ['tag:account', 'tag:region', 'type'],
  },
  /** All items, below what contains them. */
  parents: { items: [{ types: ['*'], agent: 'all' }] },
} as const

/** The request of a tree from the catalog: a rule, or the name of one. */
export const fromCatalogBody = z.object({
  name: z.string().max(253).optional(),
  namespace: z.string().max(253).optional(),
  preset: z.enum(['namespaces', 'accounts', 'parents']).optional(),
  rule: z.unknown().optional(),
})

/** How often a tree from the catalog is drawn again. The health of its items shows at once. */
const DRAWN_SCHEDULE = '@every 1m'

/** Longest preview in milliseconds, because a person waits for it. */
const LONGEST = 50_000
/** Previews at once in a process, for everybody together. */
const MOST_AT_ONCE = 4

/** Shows the tree that a spec makes, before it is saved. Nothing is stored; the audit log records the preview. */
export function createPreviews(
  { clock, engine, parser }: TopologyDependencies,
  topologies: TopologyVerbs,
  draftTests: DraftTests,
) {
  const oneOfFew = limitAtOnce(MOST_AT_ONCE, 'Other drafts are being tested; try again when they are done')

  /** Runs a parsed spec for a person who waits. */
  async function run(
    subject: TopologySubject & { id: string | undefined },
    spec: ParsedTopology,
    actor: Actor,
    signal: AbortSignal,
  ): Promise<TopologyPreview> {
    const done = new AbortController()
    const over = new AbortController()
    const limit = async () => {
      await clock.wait(LONGEST, done.signal)
      if (!done.signal.aborted) over.abort(new Error('the time is over'))
    }
    void limit()
    try {
      await draftTests.record(actor, {
        resource: 'topologies',
        id: subject.id ?? newId(),
        name: subject.name,
        after: { components: spec.components.length },
      })
      return shownRun(
        await runTopology(subject, spec, engine, AbortSignal.any([signal, over.signal])),
        clock.now(),
      )
    } finally {
      done.abort('the preview is over')
    }
  }

  const show = (...given: Parameters<typeof run>) => oneOfFew(() => run(...given))

  return {
    show,
    /** Draws a tree from the catalog, and makes the spec that draws it. */
    async fromCatalog(
      { name = 'catalog', namespace = 'default', preset = 'parents', rule }: z.output<typeof fromCatalogBody>,
      actor: Actor,
      signal: AbortSignal,
    ): Promise<DrawnTopology> {
      const { spec } = await topologies.read(
        { spec: { schedule: DRAWN_SCHEDULE, type: 'virtual', catalog: rule ?? presets[preset] } },
        undefined,
        actor,
      )
      const shown = await show({ id: undefined, name, namespace, labels: {} }, spec, actor, signal)
      return { ...shown, spec: spec.input, text: await writeSpecText(parser, spec.input) }
    },
    async preview(
      { id, name, namespace, labels: given, ...written }: z.output<typeof previewBody>,
      actor: Actor,
      signal: AbortSignal,
    ): Promise<TopologyPreview> {
      const { spec, stored } = await topologies.read(written, id, actor)
      const subject = {
        id: stored?.id,
        name: name ?? stored?.name ?? 'preview',
        namespace: stored?.namespace ?? namespace ?? 'default',
        labels: given ?? stored?.labels ?? {},
      }
      return show(subject, spec, actor, signal)
    },
  }
}
export type Previews = ReturnType<typeof createPreviews>
