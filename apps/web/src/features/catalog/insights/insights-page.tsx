import type { ReactNode } from 'react'
import { CatalogFrame } from '../catalog-frame.tsx'
import { InsightsList } from './insights-list.tsx'

/** The insights of all items. Source: INS-001. */
export function InsightsPage(): ReactNode {
  return (
    <CatalogFrame tab="insights">
      <InsightsList />
    </CatalogFrame>
  )
}
