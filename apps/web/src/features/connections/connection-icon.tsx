import { Plug } from 'lucide-react'
import type { ReactNode } from 'react'
import { TypeIcon, type TypeIconProps } from '../../application/pages/type-icon.tsx'

/** Icon of a connection type. */
export function ConnectionIcon(props: TypeIconProps): ReactNode {
  return <TypeIcon {...props} otherwise={Plug} />
}
