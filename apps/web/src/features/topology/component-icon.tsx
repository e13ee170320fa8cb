import type { ReactNode } from 'react'
import { hasTypeIcon, TypeIcon } from '../../application/pages/type-icon.tsx'
import { ConfigIcon, hasPicture } from '../../application/pages/config-icon.tsx'

/** The picture of a component: its own, or that of its type. */
export function ComponentIcon(props: {
  icon: string | null
  type: string | null
  className?: string
}): ReactNode {
  const { icon, type } = props
  const look = props.className === undefined ? {} : { className: props.className }
  const names = [icon, type].filter((name) => name !== null)
  const own = names.find(hasTypeIcon)
  if (own !== undefined) return <TypeIcon name={own} {...look} />
  return <ConfigIcon type={names.find(hasPicture) ?? ''} {...look} />
}
