import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'
import { Kbd } from './kbd.tsx'

interface Payload {
  content: ReactNode
  side: 'top' | 'right' | 'bottom' | 'left'
  keys: string | undefined
}

/** One popup serves every trigger: a table with a thousand ages holds a thousand triggers and one tooltip. */
const handle = Base.createHandle<Payload>()

/** Shows the tooltips of everything beneath it. Part of UiProvider. */
export function TooltipHost(props: { children: ReactNode }): ReactNode {
  return (
    <Base.Provider delay={350} closeDelay={60}>
      {props.children}
      <Base.Root handle={handle}>
        {({ payload }) => (
          <Base.Portal>
            <Base.Positioner side={payload?.side ?? 'top'} sideOffset={6} className="z-tooltip">
              <Base.Popup className="popup-motion flex max-w-80 items-center gap-2 rounded-control bg-raised px-2 py-1 text-small wrap-anywhere text-primary shadow-popup">
                <span className="min-w-0">{payload?.content}</span>
                {payload?.keys !== undefined && <Kbd keys={payload.keys} />}
              </Base.Popup>
            </Base.Positioner>
          </Base.Portal>
        )}
      </Base.Root>
    </Base.Provider>
  )
}

/**
 * A hint that appears over an element on hover and on keyboard focus. It adds nothing to the accessible name: what must
 * be known is said by the element itself.
 * @param props.children the one element the hint belongs to; it must pass on its ref and attributes
 * @param props.keys a shortcut to show beside the text
 */
export function Tooltip(props: {
  content: ReactNode
  children: ReactElement
  side?: Payload['side']
  keys?: string | undefined
  disabled?: boolean
}): ReactNode {
  return (
    <Base.Trigger
      handle={handle}
      payload={{ content: props.content, side: props.side ?? 'top', keys: props.keys }}
      disabled={props.disabled ?? false}
      render={props.children}
    />
  )
}
