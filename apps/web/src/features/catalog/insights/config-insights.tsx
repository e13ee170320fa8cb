import type { ReactNode } from 'react'
import { InsightsList } from './insights-list.tsx'
import type { ItemSubject } from '../../../application/slots/types.ts'

/** The insights of one item. Source: INS-001. */
export function ConfigInsights({ subject: { id } }: { subject: ItemSubject }): ReactNode {
  return <InsightsList configId={id} />
}
