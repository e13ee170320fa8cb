import { TextLink } from '@binnacle/ui'
import type { ReactNode } from 'react'
import { FlowPage } from './flow-page.tsx'
import { IdentityCard } from './identity-card.tsx'

/** Page on which a person enters an emailed code to verify their email address. */
export function VerificationPage(): ReactNode {
  return (
    <FlowPage
      kind="verification"
      render={(flow, form) => (
        <IdentityCard title="Verify your account" footer={<TextLink href="/">Go back</TextLink>}>
          {flow?.state === 'choose_method' && (
            <p className="mb-3 text-secondary">
              Enter your email address. We’ll email you a code that verifies it.
            </p>
          )}
          {form}
        </IdentityCard>
      )}
    />
  )
}
