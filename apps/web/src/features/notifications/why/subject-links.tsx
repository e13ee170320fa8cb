import { buttonClass, PlainLink } from '@binnacle/ui'
import { BellOff, History } from 'lucide-react'
import type { ReactNode } from 'react'
import { usePages, useVisitor } from '../../../application/pages/open-pages.ts'
import { reachable } from '../../../application/pages/reachable.ts'
import { useSession } from '../../../application/session/session.ts'
import { historyHref, silenceHref } from '../paths.ts'
import type { AlertSubject } from './queries.ts'

/** Leads to what was sent about a resource, and to the form that silences it. */
export function SubjectLinks({ subject: { kind, id } }: { subject: AlertSubject }): ReactNode {
  const session = useSession()
  const pages = usePages()
  const visitor = useVisitor()
  const history = reachable(historyHref(id), pages, visitor)
  const silence = session.may('write', 'notifications')
    ? reachable(silenceHref(kind, id), pages, visitor)
    : undefined
  return (
    <span className="flex flex-wrap gap-2">
      {history !== undefined && (
        <PlainLink href={history} className={buttonClass({ size: 'small' })}>
          <History aria-hidden="true" className="size-3" />
          What was sent
        </PlainLink>
      )}
      {silence !== undefined && (
        <PlainLink href={silence} className={buttonClass({ size: 'small' })}>
          <BellOff aria-hidden="true" className="size-3" />
          Silence…
        </PlainLink>
      )}
    </span>
  )
}
