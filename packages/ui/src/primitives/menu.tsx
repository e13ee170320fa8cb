import { lazy, type ReactNode } from 'react'
import { OpenedLater, type Trigger } from './opened-later.tsx'
import { patiently } from '../utilities/patiently.ts'

/** An action in a menu. With `href` it is a link, with `checked` a choice that can be on. */
export interface MenuItem {
  id: string
  label: string
  icon?: ReactNode
  /** A second line, for example why the item is disabled. */
  note?: string
  keys?: string
  href?: string
  checked?: boolean
  disabled?: boolean
  /** Destroys something: set apart in red. */
  danger?: boolean
  onSelect?: () => void
}

/** Items that belong together, with a line between sections and a heading if given. */
export interface MenuSection {
  id: string
  heading?: string
  items: readonly MenuItem[]
}

/** What a menu takes. */
export interface MenuProps {
  /** The button element that opens it, such as an IconButton. */
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
      {(wanted) => <MenuPopup {...props} defaultOpen={wanted} />}
    </OpenedLater>
  )
}
