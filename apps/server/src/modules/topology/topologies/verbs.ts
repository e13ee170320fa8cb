import type { EditableTopology } from '@binnacle/contract/topology'
import { isEditableSource, LOCAL_AGENT_ID, UI_SOURCE } from '@binnacle/contract/core'
import { labels, plainName } from '@binnacle/plugin-kit/core'
import { sql as fragment } from 'kysely'
import type { Pool } from 'pg'
import { z } from 'zod'
import type { Clock } from '../../../platform/clock.ts'
import { type Connection, tablesOn } from '../../../platform/database/tables-on.ts'
import { RequestError } from '../../../platform/errors.ts'
import type { DefinedJob } from '../../../platform/jobs/index.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { createSpecVerbs, specColumns } from '../../../platform/specs/verbs.ts'
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

const inUse = (connection: Connection) =>
  tablesOn(connection).selectFrom('core.topologies').where('deleted_at', 'is', null)

const find = (connection: Connection, id: string) =>
  inUse(connection).select(specColumns).select(['namespace', 'labels']).where('id', '=', id)

function requireEditable({ source }: { source: string | null }): void {
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
      resource: 'topologies',
      metadata: topologyMetadata,
      parser,
      find,
      named: (connection, { name, namespace }) =>
        inUse(connection)
          .select('id')
          .where('agent_id', '=', LOCAL_AGENT_ID)
          .where('name', '=', name)
          .where('namespace', '=', namespace)
          .where(({ fn }) => fn.coalesce('source', fragment.lit(UI_SOURCE)), '=', UI_SOURCE),
      requireEditable: (row) => requireEditable(row),
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
