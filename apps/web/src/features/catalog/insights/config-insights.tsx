import type { ReactNode } from 'react'
import { InsightsList } from './insights-list.tsx'

/** The insights of one item. Source: INS-001. */
export function ConfigInsights({ id }: { id: string }): ReactNode {
  return <InsightsList configId={id} />
}
