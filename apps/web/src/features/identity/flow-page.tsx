import { ErrorState, Skeleton, useToast } from '@binnacle/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { messageOf } from '../../application/queries.ts'
import { useAddress } from '../../application/use-filters.ts'
import { createFlow, type Flow, type FlowKind, readFlow, submitFlow } from './flow.ts'
import { reactionTo } from './flow-failure.ts'
import { FlowForm } from './flow-form.tsx'

/** Parameters of the page that the form is made with. */
const passedOn = ['return_to', 'refresh', 'aal'] as const

/** A page whose content is a form of the identity service: makes it, shows it, submits it. */
export function FlowPage(props: {
  kind: FlowKind
  render: (flow: Flow | undefined, form: ReactNode) => ReactNode
}): ReactNode {
  const { kind } = props
  const router = useRouter()
  const queries = useQueryClient()
  const toast = useToast()
  const { search, replace } = useAddress()
  const id = search.get('flow')
  const parameters = parametersOf(search)

  const flow = useQuery({
    queryKey: ['flow', kind, id ?? parameters],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      if (id !== null) return readFlow(kind, id)
      const made = await createFlow(kind, parameters)
      queries.setQueryData(['flow', kind, made.id], made)
      replace(new URLSearchParams({ ...parameters, flow: made.id }))
      return made
    },
  })

  function react(error: unknown): void {
    const reaction = reactionTo(error)
    if (reaction.message !== undefined) toast.error(reaction.message)
    if (reaction.do === 'go') router.history.replace(reaction.to)
    // A form that cannot be used is left out of the address, and so is an address to return to that was refused.
    if (reaction.do === 'restart') replace(new URLSearchParams())
  }
  const reactToFailure = useEffectEvent(react)
  useEffect(() => {
    if (flow.error !== null) reactToFailure(flow.error)
  }, [flow.error])

  async function submit(values: Record<string, string>): Promise<void> {
    if (flow.data === undefined) return
    try {
      const again = await submitFlow(kind, flow.data.id, values)
      if (again !== undefined) {
        queries.setQueryData(['flow', kind, again.id], again)
        return
      }
      // What was loaded before belongs to another person, or to nobody.
      queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'flow' })
      router.history.push(flow.data.return_to ?? '/')
    } catch (error) {
      react(error)
    }
  }

  return props.render(
    flow.data,
    flow.data !== undefined ? (
      <FlowForm flow={flow.data} onSubmit={submit} />
    ) : flow.error === null ? (
      <LoadingForm />
    ) : (
      <ErrorState compact message={messageOf(flow.error)} onRetry={() => location.reload()} />
    ),
  )
}

function parametersOf(search: URLSearchParams): Record<string, string> {
  return Object.fromEntries(
    passedOn.flatMap((name) => {
      const value = search.get(name)
      return value === null ? [] : [[name, value]]
    }),
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
