import { defineFilters, filterParameter, textParameter } from '@binnacle/ui'
import { listParameters, pageParameters } from '../../application/list.ts'
import { editorTabParameter } from '../../application/spec-editor/use-editor-tabs.ts'

/** Columns that the server sorts health checks by. */
export const canarySortColumns = [
  'name',
  'namespace',
  'source',
  'schedule',
  'unhealthy',
  'last_runtime',
  'created_at',
  'updated_at',
] as const
export type CanarySortColumn = (typeof canarySortColumns)[number]

/** Where health checks come from, as the list tells them apart. */
export const canarySources = ['UI', 'file', 'builtin'] as const
export type CanarySource = (typeof canarySources)[number]

/** The parameters of the list of health checks. */
export const canaryFilters = defineFilters({
  ...listParameters(canarySortColumns),
  ...pageParameters(),
  source: filterParameter(canarySources),
})

/** The parameters of the editor. */
export const editorFilters = defineFilters({
  tab: editorTabParameter(),
  /** The check whose form is open, as type:index; empty for what holds for all of them. */
  check: textParameter(),
})

/** The parameters of a new health check. */
export const newCanaryFilters = defineFilters({
  /** The check type it begins with; `custom` for a whole spec as code. */
  type: textParameter(),
  /** Id of the one that it is a copy of. */
  copy: textParameter(),
})
