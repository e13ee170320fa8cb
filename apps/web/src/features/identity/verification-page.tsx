import { TextLink } from '@binnacle/ui'
import type { ReactNode } from 'react'
import { FlowPage } from './flow-page.tsx'
import { IdentityCard } from './identity-card.tsx'

/** Shows that an address belongs to someone, by a code that is sent to it. */
export function VerificationPage(): ReactNode {
  return (
    <FlowPage
      kind="verification"
      render={(_flow, form) => (
        <IdentityCard title="Verify your account" footer={<TextLink href="/">Go back</TextLink>}>
          {form}
        </IdentityCard>
      )}
    />
  )
}
