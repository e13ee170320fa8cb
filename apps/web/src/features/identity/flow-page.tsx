import { ErrorState, Notice, Skeleton } from '@binnacle/ui'
import { Fragment, type ReactNode } from 'react'
import type { Flow, FlowKind } from './flow.ts'
import { flowFailureText, isRefusal } from './flow-failure.ts'
import { FlowForm, FlowMessages } from './flow-form.tsx'
import { partsOf } from './groups.ts'
import { type FlowControl, useFlow } from './use-flow.ts'

/** Page whose content is a flow of the identity service. */
export function FlowPage(props: {
  kind: FlowKind
  render: (flow: Flow | undefined, form: ReactNode) => ReactNode
}): ReactNode {
  const control = useFlow(props.kind)
  return props.render(control.flow, <FlowContent {...control} />)
}

/** The form of the flow, or its loading or error state. */
export function FlowContent({ flow, failure, submit }: FlowControl): ReactNode {
  if (flow === undefined) {
    if (failure === null) return <LoadingForm />
    // A rejection is no outage: the service would reject a second request too, so offer no retry.
    if (isRefusal(failure)) return <Notice kind="warning">{flowFailureText(failure)}</Notice>
    return <ErrorState compact message={flowFailureText(failure)} onRetry={() => location.reload()} />
  }
  return (
    <div className="flex flex-col gap-3">
      <FlowMessages messages={flow.ui.messages} />
      {partsOf(flow).map(({ group, nodes }, index) => (
        <Fragment key={group}>
          {index > 0 && <Or />}
          <FlowForm nodes={nodes} alone={index === 0} second={index > 0} wide onSubmit={submit} />
        </Fragment>
      ))}
    </div>
  )
}

/** Separator between two ways to sign in. */
function Or(): ReactNode {
  return (
    <p className="my-1 flex items-center gap-3 text-small text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      or
    </p>
  )
}

function LoadingForm(): ReactNode {
  return (
    <div className="flex flex-col gap-3" aria-hidden="true">
      <Skeleton className="h-12 w-full" />
      <Skeleton className="h-12 w-full" />
      <Skeleton className="h-8 w-full" />
    </div>
  )
}
