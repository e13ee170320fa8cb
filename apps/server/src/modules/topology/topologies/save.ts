import { LOCAL_AGENT_ID } from '@binnacle/contract/core'
import type { ClientBase } from 'pg'
import type { Originator } from '../../../platform/audit.ts'
import type { DefinedJob } from '../../../platform/jobs/index.ts'
import { revisionOf } from '../../../platform/revision.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { sealSpec } from '../../../platform/specs/stored-spec.ts'
import type { SpecTypes } from '../../../platform/specs/types.ts'
import { parseTopologySchedule } from '../spec/schedule.ts'
import type { ParsedTopology } from '../spec/topology.ts'
import { schedule, type TopologyPayload } from './job.ts'
import { logTopology, topologySnapshot } from './log.ts'
import type { TopologyMetadata } from './verbs.ts'

/** A parsed topology to store, with decrypted secrets. */
export interface TopologyInput {
  /** Id of the topology to change. Default: a new topology is stored. */
  id?: string
  /** Id for a new topology, if the client chose one. */
  newId?: string | undefined
  metadata: TopologyMetadata
  spec: ParsedTopology
  /** The typed spec without secrets, if it came as text. */
  text?: string | undefined
  /** Null if an API client creates it without naming a source. */
  source: string | null
  createdBy: string | null
  /** Author of the change, for the audit log. */
  by: Originator
}

const insertTopology = `
  insert into core.topologies
    (id, agent_id, name, namespace, labels, spec, schedule, revision, text, source, created_by)
  values (coalesce($1::uuid, core.new_id()), $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
  returning id`

const updateTopology = `
  update core.topologies set
    name = $2, namespace = $3, labels = $4, spec = $5, schedule = $6, revision = $7, text = $8
  where id = $1 and deleted_at is null and revision <> $7
  returning id`

/**
 * Stores a topology in the transaction of the caller. A new or changed one runs at once, unless it runs only by hand.
 * @returns its id
 */
export async function saveTopology(
  client: ClientBase,
  parts: { types: SpecTypes; secrets: Secrets; now: Date; job: DefinedJob<TopologyPayload> },
  input: TopologyInput,
): Promise<string> {
  const { types, secrets, now, job } = parts
  const { metadata, spec, text, source, createdBy } = input
  const { name, namespace, labels } = metadata
  const revision = revisionOf(secrets, [metadata, spec.input, text ?? null])
  const before = await topologySnapshot(client, input.id)
  const values = [
    name,
    namespace,
    labels,
    sealSpec(types, secrets, spec.input),
    spec.schedule,
    revision,
    text === undefined ? null : secrets.seal(text),
  ]
  const written =
    input.id === undefined
      ? await client.query<{ id: string }>(insertTopology, [
          input.newId ?? null,
          LOCAL_AGENT_ID,
          ...values,
          source,
          createdBy,
        ])
      : await client.query<{ id: string }>(updateTopology, [input.id, ...values])
  const id = written.rows[0]?.id
  if (id === undefined) return input.id ?? ''
  const parsed = parseTopologySchedule(spec.schedule)
  await schedule(client, job, id, parsed.ok && parsed.value !== undefined ? now : null)
  await logTopology(client, input.by, id, before)
  return id
}
