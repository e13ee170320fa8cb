import type { CheckDetail } from '@binnacle/contract/health'
import type { ReactNode } from 'react'
import type { PieceSubject } from '../../application/slots/types.ts'
import { LikelyCauses } from './likely-causes.tsx'

/** What may have caused the trouble of a check. */
export function CausesOfCheck({ subject }: { subject: CheckDetail }): ReactNode {
  return <LikelyCauses kind="check" id={subject.id} />
}

/** What may have caused the trouble of a catalog item. */
export function CausesOfItem({ subject }: { subject: PieceSubject<'item.causes'> }): ReactNode {
  return <LikelyCauses kind="config" {...subject} />
}
