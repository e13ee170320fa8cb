import type { ReactNode } from 'react'
import { CatalogFrame } from '../catalog-frame.tsx'
import { ChangesList } from './changes-list.tsx'

/** The changes of all items. Source: CHG-001. */
export function ChangesPage(): ReactNode {
  return (
    <CatalogFrame tab="changes">
      <ChangesList hideDeleted={false} />
    </CatalogFrame>
  )
}
