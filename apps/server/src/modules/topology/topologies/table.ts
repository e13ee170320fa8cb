import { sql as fragment } from 'kysely'
import type { SpecTable } from '../../../platform/specs/log.ts'

export const topologyTable: SpecTable = {
  name: 'core.topologies',
  resource: 'topologies',
  logged: ['name', 'namespace', 'labels'],
}

/** By what topologies in use differ, as their unique index has it. */
export const topologyIdentity = fragment`agent_id, name, namespace, coalesce(source, 'UI')`
