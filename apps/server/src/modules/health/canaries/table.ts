import type { SpecTable } from '../../../platform/specs/log.ts'

export const canaryTable: SpecTable = {
  name: 'core.canaries',
  resource: 'canaries',
  logged: ['name', 'namespace', 'labels', 'annotations'],
}
