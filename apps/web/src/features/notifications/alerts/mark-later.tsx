import type { SubjectKind } from '@binnacle/contract/kinds'
import { type CellMark, HealthCell, type HealthCellProps } from '@binnacle/ui'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useDisabledFeatures } from '../../../application/session/flags.ts'
import { useSession } from '../../../application/session/session.ts'

/** A cell of a check, which is found by its id. */
export interface CheckCell {
  id: string
  cell: HealthCellProps
}

/** What the mark of a cell needs: the id of its check, and the setter of the cell. */
export interface AlertCellMarkProps {
  id: string
  onMark: (mark: CellMark | undefined) => void
}

// Without its code, as without a connection, a page shows its things without marks.
const Mark = lazy(async () => {
  try {
    const { AlertMark } = await import('./mark.tsx')
    return { default: AlertMark }
  } catch {
    return { default: () => null }
  }
})
const CellMarkLater = lazy(async () => {
  try {
    const { AlertCellMark } = await import('./mark.tsx')
    return { default: AlertCellMark }
  } catch {
    return { default: (_props: AlertCellMarkProps) => null }
  }
})

/** Whether the person may see alerts. */
function useSeesAlerts(): boolean {
  const session = useSession()
  const disabled = useDisabledFeatures()
  return session.may('read', 'notifications') && !disabled.has('settings.notifications')
}

/**
 * The open alert of a resource that is not healthy, for those who may see alerts. Its code is loaded with the first one.
 * @param props.healthy whether there is nothing to look for
 * @param props.otherwise what is shown without an alert
 */
export function AlertMark(props: {
  kind: SubjectKind
  id: string
  as: 'mark' | 'badge'
  healthy: boolean
  otherwise?: ReactNode
}): ReactNode {
  const { healthy, ...mark } = props
  const sees = useSeesAlerts()
  if (healthy || !sees) return props.otherwise
  return (
    <Suspense>
      <Mark {...mark} />
    </Suspense>
  )
}

/** A cell of a check, which shows its open alert as `AlertMark` does. */
export function AlertCell({ id, cell }: CheckCell): ReactNode {
  const [mark, setMark] = useState<CellMark>()
  const sees = useSeesAlerts()
  return (
    <>
      <HealthCell {...cell} marks={[...(mark === undefined ? [] : [mark]), ...(cell.marks ?? [])]} />
      {cell.state !== 'healthy' && sees && (
        <Suspense>
          <CellMarkLater id={id} onMark={setMark} />
        </Suspense>
      )}
    </>
  )
}
