import { cloneElement, lazy, type ReactNode } from 'react'
import { OpenedLater, type Trigger } from './opened-later.tsx'
import { patiently } from '../utilities/patiently.ts'

/** Props of a popover. */
export interface PopoverProps {
  /** The button that opens it. */
  trigger: Trigger
  /** Accessible name of the panel. */
  label: string
  children: ReactNode
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'right' | 'bottom' | 'left'
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /** Classes for size and padding. Default: 12 px of padding. */
  className?: string
}

const PopoverPopup = lazy(async () => {
  const { PopoverPopup: component } = await patiently(() => import('./popups.ts'))
  return { default: component }
})

/** A small panel next to the button that opens it. Focus moves into it and returns when it closes. */
export function Popover(props: PopoverProps): ReactNode {
  const { open, onOpenChange } = props
  return (
    <OpenedLater
      // If the caller controls the state, an early press changes it there.
      trigger={
        open === undefined
          ? props.trigger
          : cloneElement(props.trigger, { onClick: () => onOpenChange?.(!open) })
      }
    >
      {(pressed, ref) => <PopoverPopup {...props} defaultOpen={pressed} triggerRef={ref} />}
    </OpenedLater>
  )
}
