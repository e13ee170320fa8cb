import { defineFilters, textParameter } from '@binnacle/ui'
import { editorTabParameter } from '../../application/spec-editor/use-editor-tabs.ts'

/** The parameters of the editor. */
export const editorFilters = defineFilters({
  tab: editorTabParameter(),
  /** The check that the form shows, as type:index; empty for the fields of all checks. */
  check: textParameter(),
})

/** The parameters of a new health check besides its type. */
export const newCanaryFilters = defineFilters({
  /** Id of the one that it is a copy of. */
  copy: textParameter(),
})
