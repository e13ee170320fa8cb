import { Inbox, ListFilter, LockKeyhole, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { HealthShape } from '../health/health-shape.tsx'
import { Button } from '../primitives/button.tsx'
import { StatePanel } from './state-panel.tsx'
import { DENIED, GENERIC_ERROR } from './texts.ts'

/** State of a list that never had entries: explains its purpose and how to begin. */
export function EmptyState(props: {
  title: string
  children?: ReactNode
  actions?: ReactNode
  icon?: ReactNode
  compact?: boolean
  /** Whether it replaces a whole page. */
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

/** State of a list whose filters match nothing. It names the filters, so that nobody believes the list is empty. */
export function FilteredEmptyState(props: {
  onClear: () => void
  /** Descriptions of the active filters. */
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

/** State after a failed load: what failed, why, and how to try again. */
export function ErrorState(props: {
  /** What failed. Default: `Something went wrong`. */
  title?: string
  /** Reason, as the server describes it. */
  message?: string
  /** Request id, under which the server logged the failure. */
  requestId?: string | undefined
  onRetry?: () => void
  retrying?: boolean
  actions?: ReactNode
  compact?: boolean
  /** Whether it replaces a whole page. */
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

/** State of a page or panel that the role does not allow. */
export function DeniedState(props: {
  children?: ReactNode
  actions?: ReactNode
  /** Whether it replaces a whole page. */
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

/** State of good news: everything shown here is in order. */
export function AllGoodState(props: {
  /** The good news, for example `All 312 checks are passing`. */
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
