import { TextLink } from '@binnacle/ui'
import type { ReactNode } from 'react'
import { FlowPage } from './flow-page.tsx'
import { IdentityCard } from './identity-card.tsx'

/** Page on which people who forgot their password sign in with a code that we email them. */
export function RecoveryPage(): ReactNode {
  return (
    <FlowPage
      kind="recovery"
      render={(flow, form) => (
        <IdentityCard title="Recover account" footer={<TextLink href="/login">Go back</TextLink>}>
          {flow?.state === 'choose_method' && (
            <p className="mb-3 text-secondary">
              Enter the email address of your account. We’ll email you a sign-in code.
            </p>
          )}
          {form}
        </IdentityCard>
      )}
    />
  )
}
