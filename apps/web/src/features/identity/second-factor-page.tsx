import { linkClass, useToast } from '@binnacle/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigation } from '../../application/pages/use-navigation.ts'
import { type ReactNode, useEffect } from 'react'
import { messageOf } from '../../application/requests/queries.ts'
import { signOut } from '../../application/session/session.ts'
import { ownPath } from '../../application/address/own-address.ts'
import type { Flow } from './flow.ts'
import { FlowContent } from './flow-page.tsx'
import { IdentityCard } from './identity-card.tsx'
import { useFlow } from './use-flow.ts'

const offers = (flow: Flow, name: string): boolean =>
  flow.ui.nodes.some((node) => node.type === 'input' && node.attributes.name === name)

/** Current step: choose a new password after a recovery, set up the authenticator app, or done. */
export function factorStep(flow: Flow | undefined): 'loading' | 'password' | 'factor' | 'done' {
  if (flow === undefined) return 'loading'
  if (offers(flow, 'traits.email')) return 'done'
  return offers(flow, 'password') ? 'password' : 'factor'
}

const titles = {
  loading: 'Set up a second factor',
  password: 'Choose a new password',
  factor: 'Set up a second factor',
  done: 'Second factor is set up',
} as const

/** Page on which people set up the second factor that their role requires, before any other page opens. */
export function SecondFactorPage(): ReactNode {
  const control = useFlow('settings', { returnTo: '/second-factor' })
  const navigation = useNavigation()
  const queries = useQueryClient()
  const toast = useToast()
  const step = factorStep(control.flow)
  const target = ownPath(control.flow?.return_to ?? '/', location.origin) ?? '/'
  useEffect(() => {
    if (step !== 'done') return
    // Requests that failed without the second factor must run again.
    queries.clear()
    navigation.replace(target.startsWith('/second-factor') ? '/' : target)
  }, [step, target, queries, navigation])
  return (
    <IdentityCard
      title={titles[step]}
      footer={
        <button
          type="button"
          className={linkClass}
          onClick={() => void signOut().catch((error: unknown) => toast.error(messageOf(error)))}
        >
          Sign in with another account
        </button>
      }
    >
      <FlowContent {...control} flow={step === 'done' ? undefined : control.flow} />
    </IdentityCard>
  )
}
