import { lazy, type ReactNode } from 'react'
import { OpenedLater, type Trigger } from './opened-later.tsx'
import { patiently } from '../utilities/patiently.ts'
import type { Href } from './link.tsx'

/** An item of a menu. With `href` it is a link, with `checked` an option that can be on. */
export interface MenuItem {
  id: string
  label: string
  icon?: ReactNode
  /** A second line, for example why the item is disabled. */
  note?: string
  keys?: string
  href?: Href
  checked?: boolean
  disabled?: boolean
  /** Whether the action is destructive, so that the item is red. */
  danger?: boolean
  onSelect?: () => void
}

/** A group of items, separated by a line, with an optional heading. */
export interface MenuSection {
  id: string
  heading?: string
  items: readonly MenuItem[]
}

/** Props of a menu. */
export interface MenuProps {
  /** The button that opens it, such as an IconButton. */
  trigger: Trigger
  sections: readonly MenuSection[]
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'right' | 'bottom' | 'left'
}

const MenuPopup = lazy(async () => {
  const { MenuPopup: component } = await patiently(() => import('./popups.ts'))
  return { default: component }
})

/** A button that opens a list of actions. */
export function Menu(props: MenuProps): ReactNode {
  return (
    <OpenedLater trigger={props.trigger}>
      {(pressed, ref) => <MenuPopup {...props} defaultOpen={pressed} triggerRef={ref} />}
    </OpenedLater>
  )
}
