import { Button, Dialog, type DialogProps } from '@binnacle/ui'
import type { ReactNode } from 'react'

/**
 * A dialog around one form, with the button that sends it.
 * @param props.formId id of the form element
 * @param props.sending whether an answer is awaited
 */
export function FormDialog(
  props: Pick<DialogProps, 'title' | 'onClose' | 'children'> & {
    description?: string
    size?: 'small' | 'medium'
    dirty: boolean
    formId: string
    submitLabel: string
    sending: boolean
  },
): ReactNode {
  const { formId, submitLabel, sending, size = 'medium', ...dialog } = props
  return (
    <Dialog
      {...dialog}
      open
      size={size}
      footer={
        <>
          <Button onClick={props.onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} loading={sending}>
            {submitLabel}
          </Button>
        </>
      }
    />
  )
}
