import { Notice, TextLink } from '@binnacle/ui'
import type { ReactNode } from 'react'
import { useAddress } from '../../application/address/use-filters.ts'
import { IdentityCard } from './identity-card.tsx'

const UNKNOWN = 'Unknown error'

/** Texts by the code of the error page. */
const texts: Readonly<Record<string, string>> = {
  BAD_SESSION:
    'Bad Session. Please try logging out and logging in again, if the problem persist, please contact us.',
}

/** Returns the text for a code of the error page. */
export function errorText(code: string | null): string {
  return code !== null && Object.hasOwn(texts, code) ? (texts[code] ?? UNKNOWN) : UNKNOWN
}

/** Page that explains why the application cannot be shown. */
export function ErrorPage(): ReactNode {
  const { search } = useAddress()
  return (
    <IdentityCard title="Error" footer={<TextLink href="/">Go back</TextLink>}>
      <Notice kind="error">{errorText(search.get('error_code'))}</Notice>
    </IdentityCard>
  )
}
