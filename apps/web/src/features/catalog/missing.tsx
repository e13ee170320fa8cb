import { buttonClass, EmptyState, PlainLink } from '@binnacle/ui'
import { FileQuestion } from 'lucide-react'
import type { ReactNode } from 'react'
import { CATALOG_PATH } from './paths.ts'

/** The text for an item that does not exist. Source: CAT-032. */
const NO_DETAILS = 'Details not found'

/** Says that the catalog has nothing at an address. */
export function Missing(): ReactNode {
  return (
    <EmptyState
      page
      title={NO_DETAILS}
      icon={<FileQuestion strokeWidth={1.5} />}
      actions={
        <PlainLink href={CATALOG_PATH} className={buttonClass({})}>
          Show the catalog
        </PlainLink>
      }
    >
      The catalog has nothing at this address. It may have been removed for good.
    </EmptyState>
  )
}
