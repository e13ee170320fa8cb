import type { ClientBase } from 'pg'
import type { DefinedJob } from '../../../platform/jobs/index.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { schedule } from '../../../platform/specs/runs.ts'
import { saveSpec, type SpecInput } from '../../../platform/specs/save.ts'
import type { SpecTypes } from '../../../platform/specs/types.ts'
import { parseTopologySchedule } from '../spec/schedule.ts'
import type { ParsedTopology } from '../spec/topology.ts'
import type { TopologyPayload } from './job.ts'
import { topologyTable } from './table.ts'
import type { TopologyMetadata } from './verbs.ts'

/**
 * Stores a topology in the transaction of the caller. A new or changed one runs at once, unless it runs only by hand.
 * @returns its id
 */
export async function saveTopology(
  client: ClientBase,
  dependencies: { types: SpecTypes; secrets: Secrets; now: Date; job: DefinedJob<TopologyPayload> },
  input: SpecInput<TopologyMetadata, ParsedTopology>,
): Promise<string> {
  const { metadata, spec } = input
  const { name, namespace, labels } = metadata
  const { id, changed } = await saveSpec(client, { ...dependencies, table: topologyTable }, input, {
    name,
    namespace,
    labels,
    schedule: spec.schedule,
  })
  if (!changed) return id
  const parsed = parseTopologySchedule(spec.schedule)
  const due = parsed.ok && parsed.value !== undefined ? dependencies.now : null
  await schedule(client, topologyTable, dependencies.job, id, due)
  return id
}
