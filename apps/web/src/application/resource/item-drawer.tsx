import { Drawer, type DrawerProps, EmptyState, Skeleton, TextPanel } from '@binnacle/ui'
import type { ReactNode } from 'react'
import { LoadFailure } from '../pages/load-failure.tsx'
import { RequestFailure } from '../requests/failure.ts'
import type { Answer, Nothing } from './query-states.tsx'

/**
 * Drawer with one item of a list, with its states: loading, not found, failed and loaded.
 * @param props.answer query of the item; null, or status 404, if missing
 * @param props.title title of the drawer without an item
 * @param props.headOf returns title, subtitle and actions of the drawer with the item
 * @param props.nothing shown if there is no item
 */
export function ItemDrawer<Item>(props: {
  answer: Answer<Item | null>
  title: string
  headOf: (item: Item) => Pick<DrawerProps, 'title' | 'subtitle' | 'actions'>
  nothing: Nothing
  onClose: () => void
  children: (item: Item) => ReactNode
}): ReactNode {
  const { answer, nothing } = props
  const { data, error } = answer
  const isGone = data === null || (error instanceof RequestFailure && error.status === 404)
  const item = isGone ? undefined : data
  const isLoaded = item !== undefined && item !== null
  return (
    <Drawer open onClose={props.onClose} title={props.title} {...(isLoaded && props.headOf(item))}>
      <div className="flex flex-col gap-5 p-4 md:p-5">
        {answer.isPending && <Skeleton className="h-72 w-full" />}
        {isGone && (
          <EmptyState title={nothing.title} icon={nothing.icon} compact>
            {nothing.text}
          </EmptyState>
        )}
        {error !== null && !isGone && <LoadFailure compact error={error} queries={[answer]} />}
        {isLoaded && props.children(item)}
      </div>
    </Drawer>
  )
}

/** A long text of an item, such as an error or a payload, with a heading. */
export function TextSection({ title, text }: { title: string; text: string }): ReactNode {
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <h2 className="text-lead font-semibold">{title}</h2>
      <TextPanel text={text} />
    </section>
  )
}
