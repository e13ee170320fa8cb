import { useToast } from '@binnacle/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { ownPath, signInPath } from '../../application/address/own-address.ts'
import { FLOW_KEY } from '../../application/requests/queries.ts'
import { useAddress } from '../../application/address/use-filters.ts'
import { createFlow, type Flow, type FlowKind, type FlowValues, readFlow, submitFlow } from './flow.ts'
import { reactionTo } from './flow-failure.ts'
import { useNavigation } from '../../application/pages/use-navigation.ts'

/** Parameters of the page that are passed on when its flow is created. */
const passedOn = ['return_to', 'refresh', 'aal', 'invitation', 'token', 'code'] as const

/** The flow that a page shows. */
export interface FlowControl {
  flow: Flow | undefined
  /** Why the flow could not be loaded. */
  failure: Error | null
  submit: (values: FlowValues) => Promise<void>
}

function parametersOf(search: URLSearchParams): Record<string, string> {
  return Object.fromEntries(
    passedOn.flatMap((name) => {
      const value = search.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )
}

/**
 * Creates a flow, or loads the one in the address; keeps it across reloads; submits it; and handles failures as the
 * service demands.
 * @param options.returnTo path to open after an additional sign-in
 * @param options.onDone called when a submit returns the flow again, with its next step or its errors; after the end
 * of the flow, the next page opens instead
 */
export function useFlow(
  kind: FlowKind,
  options: { returnTo?: string; onDone?: () => void } = {},
): FlowControl {
  const navigation = useNavigation()
  const queries = useQueryClient()
  const toast = useToast()
  const { search, replace } = useAddress()
  const id = search.get('flow')
  const parameters = parametersOf(search)

  const flow = useQuery({
    queryKey: [FLOW_KEY, kind, id ?? parameters],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      if (id !== null) return readFlow(kind, id)
      // Aborted when the page is left: a late answer would set the cookie that the form of the next page depends on.
      const made = await createFlow(kind, parameters, signal)
      queries.setQueryData([FLOW_KEY, kind, made.id], made)
      const next = new URLSearchParams(search)
      next.set('flow', made.id)
      replace(next)
      return made
    },
  })

  /** Opens an address from the service: a page of the product, or one of another site. */
  function go(target: string): void {
    // Another person may have signed in, so discard all loaded data.
    if (kind !== 'settings') queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== FLOW_KEY })
    const path = signInPath(target, location.origin)
    if (path === undefined) location.assign(target)
    else navigation.replace(path)
  }

  function react(error: unknown): void {
    const reaction = reactionTo(error, options.returnTo)
    if (reaction.message !== undefined) toast.error(reaction.message)
    if (reaction.do === 'go') go(reaction.to)
    if (reaction.do === 'restart') {
      // Clear the address: it may name an unusable flow or a forbidden return address.
      queries.removeQueries({ queryKey: [FLOW_KEY, kind] })
      replace(new URLSearchParams())
    }
  }
  const reactToFailure = useEffectEvent((error: Error) => {
    // The page shows such a failure in place of the form.
    if (reactionTo(error).do !== 'show') react(error)
  })
  useEffect(() => {
    if (flow.error !== null) reactToFailure(flow.error)
  }, [flow.error])

  async function submit(values: FlowValues): Promise<void> {
    if (flow.data === undefined) return
    try {
      const led = await submitFlow(kind, flow.data.id, values)
      if (!led.done) {
        queries.setQueryData([FLOW_KEY, kind, led.flow.id], led.flow)
        options.onDone?.()
        return
      }
      go(led.goTo ?? ownPath(flow.data.return_to ?? '/', location.origin) ?? '/')
    } catch (error) {
      react(error)
    }
  }

  return { flow: flow.data, failure: flow.error, submit }
}
