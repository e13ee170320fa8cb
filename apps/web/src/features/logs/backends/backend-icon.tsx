import { Logs } from 'lucide-react'
import type { ReactNode } from 'react'
import { TypeIcon, type TypeIconProps } from '../../../application/pages/type-icon.tsx'

/** Icon of a type of log backend. */
export function BackendIcon(props: TypeIconProps): ReactNode {
  return <TypeIcon {...props} otherwise={Logs} />
}
