import { Button, Dialog, type DialogProps } from '@binnacle/ui'
import type { ReactNode } from 'react'

/**
 * Dialog with one form and its submit button.
 * @param props.formId id of the form element
 * @param props.sending whether a request is running
 */
export function FormDialog(
  props: Pick<DialogProps, 'title' | 'onClose' | 'children'> & {
    description?: string
    size?: 'small' | 'medium' | 'large'
    /** Buttons at the lower left, such as the one that deletes. */
    others?: ReactNode
    dirty: boolean
    formId: string
    submitLabel: string
    sending: boolean
  },
): ReactNode {
  const { formId, submitLabel, sending, size = 'medium', others, ...dialog } = props
  return (
    <Dialog
      {...dialog}
      open
      size={size}
      footer={
        <>
          {others}
          <Button onClick={props.onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} loading={sending}>
            {submitLabel}
          </Button>
        </>
      }
    />
  )
}
