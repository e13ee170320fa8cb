import type { SchemaNode } from '@binnacle/contract/schema'
import type { ReactNode } from 'react'
import type { EditedSpec } from './use-save.ts'

/** Props of the editor of one kind of specs. */
export interface SpecEditorProps<Fields> {
  spec: EditedSpec<Fields>
  schema: SchemaNode
  /** Opens the code first, for a spec of any types. */
  startsAsCode?: boolean
  /** Further buttons besides those of the editor. */
  actions?: ReactNode
  /** Whether what is edited is gone, so that leaving asks nothing. */
  isGone?: () => boolean
  /** Told the id once it is stored. */
  onSaved: (id: string) => void
}
