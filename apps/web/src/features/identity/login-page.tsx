import type { ReactNode } from 'react'
import type { Flow } from './flow.ts'
import { FlowPage } from './flow-page.tsx'
import { IdentityCard } from './identity-card.tsx'

/** Title of the page, by what the form asks for. */
export function loginTitle(flow: Pick<Flow, 'refresh' | 'requested_aal'> | undefined): string {
  if (flow?.refresh === true) return 'Confirm Action'
  if (flow?.requested_aal === 'aal2') return 'Two-Factor Authentication'
  return 'Sign In to your account'
}

/** Signs someone in. */
export function LoginPage(): ReactNode {
  return (
    <FlowPage
      kind="login"
      render={(flow, form) => <IdentityCard title={loginTitle(flow)}>{form}</IdentityCard>}
    />
  )
}
