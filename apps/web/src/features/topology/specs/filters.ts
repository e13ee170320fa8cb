import { defineFilters, textParameter } from '@binnacle/ui'
import { editorTabParameter } from '../../../application/spec-editor/use-editor-tabs.ts'

/** The parameters of the editor. */
export const editorFilters = defineFilters({ tab: editorTabParameter() })

/** The parameters of a new topology. */
export const newTopologyFilters = defineFilters({
  /** What it begins with; empty until somebody picks it. */
  type: textParameter(),
})
