import type { SpecTable } from '../../../platform/specs/log.ts'

export const topologyTable: SpecTable = {
  name: 'core.topologies',
  resource: 'topologies',
  logged: ['name', 'namespace', 'labels'],
}
