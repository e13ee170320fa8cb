import type { EditableTopology } from '@binnacle/contract/topology'
import { isEditableSource, LOCAL_AGENT_ID, UI_SOURCE } from '@binnacle/contract/core'
import { labels, plainName } from '@binnacle/plugin-kit/core'
import type { Pool } from 'pg'
import { z } from 'zod'
import type { Clock } from '../../../platform/clock.ts'
import { RequestError } from '../../../platform/errors.ts'
import type { DefinedJob } from '../../../platform/jobs/index.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { createSpecVerbs } from '../../../platform/specs/verbs.ts'
import type { TopologyParser } from '../spec/topology.ts'
import type { TopologyPayload } from './job.ts'
import { PUSH_SOURCE } from './source.ts'
import { removeTopology } from './remove.ts'
import { saveTopology } from './save.ts'

/** Metadata of a topology. */
export const topologyMetadata = z.object({
  name: plainName,
  // Source: SET-018.
  namespace: plainName.default('default'),
  labels: labels.default({}),
})
export type TopologyMetadata = z.output<typeof topologyMetadata>

export interface TopologyDependencies {
  pool: Pool
  parser: TopologyParser
  secrets: Secrets
  clock: Clock
  job: DefinedJob<TopologyPayload>
}

type TopologyRow = Omit<EditableTopology, 'text' | 'created_at' | 'updated_at'> & {
  text: string | null
  created_at: Date
  updated_at: Date
}

const find = `
  select id, agent_id, name, namespace, labels, source, spec, text, revision, created_by, created_at, updated_at
  from core.topologies where id = $1 and deleted_at is null`

const named = `
  select id from core.topologies
  where agent_id = $1 and name = $2 and namespace = $3 and coalesce(source, $4) = $4 and deleted_at is null`

function requireEditable({ source }: TopologyRow): void {
  if (source === PUSH_SOURCE)
    throw new RequestError('ECONFLICT', 'This topology is pushed by another system and is changed there')
  if (!isEditableSource(source))
    throw new RequestError('ECONFLICT', 'This topology belongs to Binnacle itself and cannot be changed')
}

/** The verbs on topologies. Routes check permissions before they call them. */
export function createTopologyVerbs({ pool, parser, secrets, clock, job }: TopologyDependencies) {
  return createSpecVerbs(
    { pool, secrets },
    {
      noun: 'topology',
      plural: 'topologies',
      metadata: topologyMetadata,
      parser,
      find,
      named: ({ name, namespace }) => ({
        text: named,
        values: [LOCAL_AGENT_ID, name, namespace, UI_SOURCE],
      }),
      requireEditable,
      async requireRemovable(_, row) {
        if (row.source !== PUSH_SOURCE) requireEditable(row)
      },
      save: (client, input) =>
        saveTopology(client, { types: parser.types, secrets, job, now: clock.now() }, input),
      remove: (client, id, by) => removeTopology(client, { now: clock.now(), by }, id),
      show: (row, shown): EditableTopology => ({ ...row, ...shown }),
    },
  )
}

export type TopologyVerbs = ReturnType<typeof createTopologyVerbs>
