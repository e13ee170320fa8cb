import { Inbox, ListFilter, LockKeyhole, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { HealthShape } from '../health/health-shape.tsx'
import { Button } from '../primitives/button.tsx'
import { StatePanel } from './state-panel.tsx'
import { DENIED, GENERIC_ERROR } from './texts.ts'

/** Shown when a list has never held anything: what it is for, and how to begin. */
export function EmptyState(props: {
  title: string
  children?: ReactNode
  actions?: ReactNode
  icon?: ReactNode
  compact?: boolean
  /** It stands for a whole page. */
  page?: boolean
}): ReactNode {
  return (
    <StatePanel
      icon={props.icon ?? <Inbox strokeWidth={1.5} />}
      title={props.title}
      actions={props.actions}
      compact={props.compact ?? false}
      page={props.page ?? false}
    >
      {props.children}
    </StatePanel>
  )
}

/** Shown when filters leave nothing over. It names them, so that nobody takes it for an empty list. */
export function FilteredEmptyState(props: {
  onClear: () => void
  /** The active filters in words. */
  filters?: readonly string[]
  compact?: boolean
}): ReactNode {
  return (
    <StatePanel
      icon={<ListFilter strokeWidth={1.5} />}
      title="Nothing matches these filters"
      announce="status"
      compact={props.compact ?? false}
      actions={<Button onClick={props.onClear}>Clear filters</Button>}
    >
      {props.filters !== undefined && props.filters.length > 0 ? props.filters.join(' · ') : undefined}
    </StatePanel>
  )
}

/** Shown when something could not be loaded: what, why, and how to try again. */
export function ErrorState(props: {
  /** What failed, `Something went wrong` if not given. */
  title?: string
  /** Why, in the words of the server. */
  message?: string
  /** The number under which the server's log holds the failure. */
  requestId?: string | undefined
  onRetry?: () => void
  retrying?: boolean
  actions?: ReactNode
  compact?: boolean
  /** It stands for a whole page. */
  page?: boolean
}): ReactNode {
  return (
    <StatePanel
      page={props.page ?? false}
      icon={<TriangleAlert strokeWidth={1.5} className="text-unhealthy" />}
      title={props.title ?? GENERIC_ERROR}
      announce="alert"
      compact={props.compact ?? false}
      actions={
        <>
          {props.onRetry !== undefined && (
            <Button onClick={props.onRetry} loading={props.retrying ?? false}>
              Try again
            </Button>
          )}
          {props.actions}
        </>
      }
    >
      {props.message}
      {props.requestId !== undefined && (
        <p className="mt-2 text-small text-muted">
          Request <code className="select-all">{props.requestId}</code>
        </p>
      )}
    </StatePanel>
  )
}

/** Shown instead of a page or panel the role may not see. */
export function DeniedState(props: {
  children?: ReactNode
  actions?: ReactNode
  /** It stands for a whole page. */
  page?: boolean
}): ReactNode {
  return (
    <StatePanel
      icon={<LockKeyhole strokeWidth={1.5} />}
      title={DENIED}
      actions={props.actions}
      page={props.page ?? false}
    >
      {props.children}
    </StatePanel>
  )
}

/** Good news: everything that was looked at is well. */
export function AllGoodState(props: {
  /** The news, for example `All 312 checks are passing`. */
  title: string
  children?: ReactNode
  actions?: ReactNode
}): ReactNode {
  return (
    <StatePanel
      icon={<HealthShape shape="check" tone="healthy" />}
      title={props.title}
      actions={props.actions}
    >
      {props.children}
    </StatePanel>
  )
}
