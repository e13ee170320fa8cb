import { Dialog, type DialogProps, type KeyValue, KeyValueList, Notice } from '@binnacle/ui'
import type { ReactNode } from 'react'

/**
 * Dialog of an item that the person may read and not change.
 * @param props.reason why nobody can change it here
 * @param props.failure what is wrong with it
 * @param props.items its fields
 */
export function ReadDialog(props: {
  title: string
  size?: NonNullable<DialogProps['size']>
  reason?: string | undefined
  failure?: string | null
  items: readonly KeyValue[]
  onClose: () => void
}): ReactNode {
  const { reason, failure = null } = props
  return (
    <Dialog open onClose={props.onClose} title={props.title} size={props.size ?? 'medium'}>
      <div className="flex flex-col gap-3">
        {reason !== undefined && <Notice kind="information">{reason}</Notice>}
        {failure !== null && <FailureNotice text={failure} />}
        <KeyValueList items={props.items} />
      </div>
    </Dialog>
  )
}

/** What is wrong with an item, as its author or another program wrote it. */
export function FailureNotice({ text }: { text: string }): ReactNode {
  return (
    <Notice kind="error">
      <span className="whitespace-pre-wrap wrap-anywhere">{text}</span>
    </Notice>
  )
}
