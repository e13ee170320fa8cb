import type { ReactNode } from 'react'
import { hasTypeIcon, TypeIcon } from '../../application/pages/type-icon.tsx'
import { ConfigIcon } from '../../application/pages/config-icon.tsx'

/** The picture of a component: its own, or that of its type. */
export function ComponentIcon(props: {
  icon: string | null
  type: string | null
  className?: string
}): ReactNode {
  const { icon, type } = props
  const look = props.className === undefined ? {} : { className: props.className }
  const own = [icon, type].find((name) => name !== null && hasTypeIcon(name))
  if (own !== undefined && own !== null) return <TypeIcon name={own} {...look} />
  return <ConfigIcon type={type ?? icon ?? ''} {...look} />
}
