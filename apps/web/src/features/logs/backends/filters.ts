import { defineFilters, textParameter } from '@binnacle/ui'
import { editorTabParameter } from '../../../application/spec-editor/use-editor-tabs.ts'

/** The parameters of the editor. */
export const editorFilters = defineFilters({ tab: editorTabParameter() })

/** The parameters of a new log backend. */
export const newBackendFilters = defineFilters({
  /** The type it begins with; `custom` for a whole spec as code. */
  type: textParameter(),
})
