import { ScanSearch } from 'lucide-react'
import type { ReactNode } from 'react'
import { TypeIcon, type TypeIconProps } from '../../../application/pages/type-icon.tsx'

/** Icon of a scraper type. */
export function ScraperIcon(props: TypeIconProps): ReactNode {
  return <TypeIcon {...props} otherwise={ScanSearch} />
}
