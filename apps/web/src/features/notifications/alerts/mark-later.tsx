import type { SubjectKind } from '@binnacle/contract/notifications'
import { lazy, type ReactNode, Suspense } from 'react'
import { useDisabledFeatures } from '../../../application/session/flags.ts'
import { useSession } from '../../../application/session/session.ts'

const Later = lazy(async () => {
  try {
    const { AlertMark } = await import('./mark.tsx')
    return { default: AlertMark }
  } catch {
    // Without its code, as without a connection, a page shows its things without marks.
    return { default: () => null }
  }
})

/**
 * The open alert of a resource that is not healthy, for those who may see alerts. Its code is loaded with the first one.
 * @param props.healthy whether there is nothing to look for
 */
export function AlertMark(props: {
  kind: SubjectKind
  id: string
  as: 'mark' | 'badge'
  healthy: boolean
}): ReactNode {
  const { healthy, ...mark } = props
  const session = useSession()
  const disabled = useDisabledFeatures()
  if (healthy || !session.may('read', 'notifications') || disabled.has('settings.notifications')) return null
  return (
    <Suspense>
      <Later {...mark} />
    </Suspense>
  )
}
