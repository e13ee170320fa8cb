import { Dialog, type DialogProps, EmptyState, Skeleton } from '@binnacle/ui'
import type { ReactNode } from 'react'
import { LoadFailure } from '../pages/load-failure.tsx'

/** The fields of a query that these components use. */
export interface Answer<Data> {
  data: Data | undefined
  error: Error | null
  isPending: boolean
  isFetching: boolean
  refetch: () => unknown
}

/** Text for an empty result. */
export interface Nothing {
  title: string
  icon: ReactNode
  text: string
}

/**
 * Loading, error and empty states of a query in a dialog.
 * @param props.nothing shown if `isNothing`
 * @param props.skeleton classes with the height of the awaited content
 */
export function DialogState<Data>(props: {
  answer: Answer<Data>
  isNothing: boolean
  nothing: Nothing | undefined
  skeleton: string
}): ReactNode {
  const { answer, isNothing, nothing } = props
  return (
    <>
      {answer.isPending && <Skeleton className={`w-full ${props.skeleton}`} />}
      {answer.error !== null && answer.data === undefined && (
        <LoadFailure compact error={answer.error} queries={[answer]} />
      )}
      {isNothing && nothing !== undefined && (
        <EmptyState title={nothing.title} icon={nothing.icon} compact>
          {nothing.text}
        </EmptyState>
      )}
    </>
  )
}

/**
 * Dialog of one item, with its states until the item is loaded.
 * @param props.title title of the dialog without an item
 * @param props.size size of the dialog without an item
 * @param props.nothing shown if there is no item
 * @param props.children returns the dialog with the item
 */
export function ItemDialog<Item>(props: {
  answer: Answer<Item | null>
  title: string
  size?: NonNullable<DialogProps['size']>
  nothing?: Nothing
  onClose: () => void
  children: (item: Item) => ReactNode
}): ReactNode {
  const { answer, title, nothing, onClose } = props
  if (answer.data !== undefined && answer.data !== null) return props.children(answer.data)
  return (
    <Dialog open onClose={onClose} title={title} size={props.size ?? 'medium'}>
      <DialogState answer={answer} isNothing={answer.data === null} nothing={nothing} skeleton="h-56" />
    </Dialog>
  )
}

/** A list in a dialog, with its states. @param props.label accessible name of the list */
export function DialogList<Row>(props: {
  answer: Answer<readonly Row[]>
  label: string
  nothing: Nothing
  children: (row: Row) => ReactNode
}): ReactNode {
  const { answer, label, nothing } = props
  const rows = answer.data ?? []
  return (
    <>
      <DialogState answer={answer} isNothing={answer.data?.length === 0} nothing={nothing} skeleton="h-24" />
      {rows.length > 0 && (
        <ul aria-label={label} className="divide-y divide-line">
          {rows.map((row) => props.children(row))}
        </ul>
      )}
    </>
  )
}
