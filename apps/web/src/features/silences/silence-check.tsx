import type { CheckDetail } from '@binnacle/contract/health'
import { buttonClass, PlainLink } from '@binnacle/ui'
import { BellOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSession } from '../../application/session/session.ts'
import { addSilenceHref } from './paths.ts'

/** Leads to the form of a silence of a check, for those who may add one. */
export function SilenceCheck({ subject }: { subject: CheckDetail }): ReactNode {
  const session = useSession()
  if (!session.may('write', 'notifications') && !session.may('write', 'database')) return null
  return (
    <PlainLink href={addSilenceHref('check_id', subject.id)} className={buttonClass({ size: 'small' })}>
      <BellOff aria-hidden="true" className="size-3" />
      Silence…
    </PlainLink>
  )
}
