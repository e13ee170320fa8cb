import { linkClass, Notice, TextLink, useToast } from '@binnacle/ui'
import type { ReactNode } from 'react'
import { messageOf } from '../../application/requests/queries.ts'
import { signOut } from '../../application/session/session.ts'
import { hasSessionEnded } from '../../application/requests/session-ended.ts'
import type { Flow } from './flow.ts'
import { FlowPage } from './flow-page.tsx'
import { IdentityCard } from './identity-card.tsx'

type Asked = Pick<Flow, 'refresh' | 'requested_aal'>

/** Title of the page, by what the form asks for. */
export function loginTitle(flow: Asked | undefined): string {
  if (flow?.refresh === true) return 'Confirm Action'
  if (flow?.requested_aal === 'aal2') return 'Two-Factor Authentication'
  return 'Sign In to your account'
}

/** Whether someone is signed in already, and only has to show once more that it is them. */
function isKnown(flow: Asked | undefined): boolean {
  return flow?.refresh === true || flow?.requested_aal === 'aal2'
}

/** Signs someone in. */
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

/** The way out for someone who cannot show that it is them. */
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
