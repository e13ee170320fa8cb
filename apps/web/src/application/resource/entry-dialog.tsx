import type { ComponentProps, ReactNode } from 'react'
import { FormDialog } from '../forms/form-dialog.tsx'
import { FormFrame } from '../forms/form-frame.tsx'

/**
 * Dialog with the fields of a form.
 * @param props.submitLabel text of the submit button
 */
export function EntryDialog(props: {
  entry: { dirty: boolean; sending: boolean; frame: Omit<ComponentProps<typeof FormFrame>, 'children'> }
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
