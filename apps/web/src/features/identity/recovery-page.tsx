import { TextLink } from '@binnacle/ui'
import type { ReactNode } from 'react'
import { FlowPage } from './flow-page.tsx'
import { IdentityCard } from './identity-card.tsx'

/** Lets someone in who has lost their password, by a code that is sent to them. */
export function RecoveryPage(): ReactNode {
  return (
    <FlowPage
      kind="recovery"
      render={(_flow, form) => (
        <IdentityCard title="Recover account" footer={<TextLink href="/login">Go back</TextLink>}>
          {form}
        </IdentityCard>
      )}
    />
  )
}
