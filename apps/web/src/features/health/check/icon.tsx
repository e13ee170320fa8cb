import type { CheckSummary } from '@binnacle/contract/health'
import type { ReactNode } from 'react'
import { hasTypeIcon, TypeIcon } from '../../../application/pages/type-icon.tsx'

/** The picture of a check, with its type for those who point or listen. */
export function CheckIcon({ check }: { check: Pick<CheckSummary, 'type' | 'icon'> }): ReactNode {
  const { type, icon } = check
  return (
    <span role="img" aria-label={`Type ${type}`} title={type} className="text-secondary">
      <TypeIcon name={icon !== null && hasTypeIcon(icon) ? icon : type} className="size-4.5" />
    </span>
  )
}
