import { cloneElement, lazy, type ReactNode } from 'react'
import { OpenedLater, type Trigger } from './opened-later.tsx'
import { patiently } from '../utilities/patiently.ts'

/** What a popover takes. */
export interface PopoverProps {
  /** The button element that opens it. */
  trigger: Trigger
  /** What the panel is, for those who listen. */
  label: string
  children: ReactNode
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'right' | 'bottom' | 'left'
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /** Size and padding; 12 px of padding if not given. */
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
      // Where the state is kept outside, the press before the code is there changes it there.
      trigger={
        open === undefined
          ? props.trigger
          : cloneElement(props.trigger, { onClick: () => onOpenChange?.(!open) })
      }
    >
      {(pressed) => <PopoverPopup {...props} defaultOpen={pressed} />}
    </OpenedLater>
  )
}
