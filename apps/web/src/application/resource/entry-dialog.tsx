import type { ReactNode } from 'react'
import { FormDialog } from '../forms/form-dialog.tsx'
import { FormFrame } from '../forms/form-frame.tsx'
import type { EntryValues } from './entry-values.ts'
import type { EntryForm } from './use-entry-form.ts'

/**
 * Dialog with the fields of a form.
 * @param props.submitLabel text of the submit button
 */
export function EntryDialog<Input extends EntryValues, Output>(props: {
  entry: EntryForm<Input, Output>
  title: string
  description?: string
  size?: 'small' | 'medium' | 'large'
  /** Buttons at the lower left. */
  others?: ReactNode
  submitLabel: string
  onClose: () => void
  children: ReactNode
}): ReactNode {
  const { entry, children, ...dialog } = props
  return (
    <FormDialog {...dialog} dirty={entry.dirty} formId={entry.frame.id} sending={entry.sending}>
      <FormFrame {...entry.frame}>{children}</FormFrame>
    </FormDialog>
  )
}
