import { linkClass, Notice, TextLink, useToast } from '@binnacle/ui'
import type { ReactNode } from 'react'
import { messageOf } from '../../application/requests/queries.ts'
import { signOut } from '../../application/session/session.ts'
import { hasSessionEnded } from '../../application/requests/session-ended.ts'
import type { Flow } from './flow.ts'
import { FlowPage } from './flow-page.tsx'
import { IdentityCard } from './identity-card.tsx'

type LoginDemand = Pick<Flow, 'refresh' | 'requested_aal'>

/** Title of the page, by the purpose of the flow. */
export function loginTitle(flow: LoginDemand | undefined): string {
  if (flow?.refresh === true) return 'Confirm Action'
  if (flow?.requested_aal === 'aal2') return 'Two-Factor Authentication'
  return 'Sign In to your account'
}

/** Whether the person is signed in already and only confirms their identity. */
function isKnown(flow: LoginDemand | undefined): boolean {
  return flow?.refresh === true || flow?.requested_aal === 'aal2'
}

/** Sign-in page. */
export function LoginPage(): ReactNode {
  return (
    <FlowPage
      kind="login"
      render={(flow, form) => (
        <IdentityCard
          title={loginTitle(flow)}
          footer={
            <>
              {flow?.requested_aal !== 'aal2' && <TextLink href="/recovery">Reset password</TextLink>}
              {isKnown(flow) && <OtherAccount />}
              {flow?.registration_open === true && !isKnown(flow) && (
                <TextLink href="/registration">Create account</TextLink>
              )}
            </>
          }
        >
          {flow !== undefined && !isKnown(flow) && hasSessionEnded() && (
            <div className="mb-3">
              <Notice kind="information">
                Your session has ended. Sign in again to go on where you were.
              </Notice>
            </div>
          )}
          {form}
        </IdentityCard>
      )}
    />
  )
}

/** Sign-out link for people who cannot confirm their identity. */
function OtherAccount(): ReactNode {
  const toast = useToast()
  return (
    <button
      type="button"
      className={linkClass}
      onClick={() => void signOut().catch((error: unknown) => toast.error(messageOf(error)))}
    >
      Sign in with another account
    </button>
  )
}
