import { TextLink } from '@binnacle/ui'
import type { ReactNode } from 'react'
import { FlowPage } from './flow-page.tsx'
import { IdentityCard } from './identity-card.tsx'

/** Page that creates an account. */
export function RegistrationPage(): ReactNode {
  return (
    <FlowPage
      kind="registration"
      render={(_flow, form) => (
        <IdentityCard
          title="Create account"
          footer={
            <span>
              Have an account already? <TextLink href="/login">Sign in</TextLink>
            </span>
          }
        >
          {form}
        </IdentityCard>
      )}
    />
  )
}
