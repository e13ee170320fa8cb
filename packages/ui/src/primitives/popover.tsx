import { Popover as Base } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'
import { classNames } from '../utilities/class-names.ts'
import { popupClass } from './popup-style.ts'

/**
 * A small panel next to the button that opens it. Focus moves into it and returns when it closes.
 * @param props.trigger the button element that opens it
 * @param props.className size and padding; 12 px of padding if not given
 * @param props.label what the panel is, for those who listen
 */
export function Popover(props: {
  trigger: ReactElement
  label: string
  children: ReactNode
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'right' | 'bottom' | 'left'
  open?: boolean
  onOpenChange?: (open: boolean) => void
  className?: string
}): ReactNode {
  return (
    <Base.Root open={props.open} onOpenChange={props.onOpenChange}>
      <Base.Trigger render={props.trigger} />
      <Base.Portal>
        <Base.Positioner
          align={props.align ?? 'start'}
          side={props.side ?? 'bottom'}
          sideOffset={4}
          collisionPadding={8}
          className="z-popup"
        >
          <Base.Popup aria-label={props.label} className={classNames(popupClass, props.className ?? 'p-3')}>
            {props.children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
