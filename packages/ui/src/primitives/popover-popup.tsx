import { Popover as Base } from '@base-ui/react/popover'
import type { ReactNode } from 'react'
import { classNames } from '../utilities/class-names.ts'
import type { OpenedTrigger } from './opened-later.tsx'
import type { PopoverProps } from './popover.tsx'
import { popupClass } from './popup-style.ts'

/** The panel itself; see Popover. */
export function PopoverPopup({ triggerRef, defaultOpen, ...props }: PopoverProps & OpenedTrigger): ReactNode {
  return (
    <Base.Root open={props.open} defaultOpen={defaultOpen} onOpenChange={props.onOpenChange}>
      <Base.Trigger ref={triggerRef} render={props.trigger} />
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
