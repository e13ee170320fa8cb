import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactNode } from 'react'
import { Kbd } from './kbd.tsx'
import type { ShownTooltip } from './tooltip-store.ts'

/** The visible tooltip. */
export function TooltipPopup(props: {
  shown: ShownTooltip
  /** Whether the pointer is over it, so that people can read and copy the text. */
  onHold: () => void
  onLeave: () => void
  onClose: () => void
}): ReactNode {
  const { anchor, content, side, keys } = props.shown
  return (
    <Base.Root open onOpenChange={(open) => !open && props.onClose()}>
      <Base.Portal>
        <Base.Positioner anchor={anchor} side={side} sideOffset={6} className="z-tooltip">
          <Base.Popup
            onPointerEnter={props.onHold}
            onPointerLeave={props.onLeave}
            className="popup-motion flex max-w-80 items-center gap-2 rounded-control bg-raised px-2 py-1 text-small wrap-anywhere text-primary shadow-popup"
          >
            <span className="min-w-0">{content}</span>
            {keys !== undefined && <Kbd keys={keys} />}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
