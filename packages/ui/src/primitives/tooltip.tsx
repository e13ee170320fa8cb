import {
  cloneElement,
  type FocusEvent,
  lazy,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  Suspense,
  useEffect,
  useSyncExternalStore,
} from 'react'
import { useLive } from '../utilities/live-ref.ts'
import { createTooltipStore, type ShownTooltip } from './tooltip-store.ts'
import { patiently } from '../utilities/patiently.ts'

/** One popup for all elements, because a table with a thousand ages must not create a thousand popups. */
const store = createTooltipStore()

const TooltipPopup = lazy(async () => {
  const { TooltipPopup: component } = await patiently(() => import('./popups.ts'))
  return { default: component }
})

/** Shows the tooltips of all elements below it. Part of UiProvider. */
export function TooltipHost(props: { children: ReactNode }): ReactNode {
  const shown = useSyncExternalStore(store.subscribe, store.shown, store.shown)
  return (
    <>
      {props.children}
      <Suspense>
        {shown !== undefined && (
          <TooltipPopup
            shown={shown}
            onHold={store.hold}
            onLeave={() => store.leave(shown.anchor)}
            onClose={() => store.hide(shown.anchor)}
          />
        )}
      </Suspense>
    </>
  )
}

interface Listeners {
  onPointerEnter?: (event: PointerEvent<HTMLElement>) => void
  onPointerLeave?: (event: PointerEvent<HTMLElement>) => void
  onPointerDown?: (event: PointerEvent<HTMLElement>) => void
  onFocus?: (event: FocusEvent<HTMLElement>) => void
  onBlur?: (event: FocusEvent<HTMLElement>) => void
}

/**
 * A hint that appears on hover and on keyboard focus. It is not part of the accessible name, so the element itself
 * must say everything important.
 * @param props.children the element of the hint; it must accept event listeners
 * @param props.keys shortcut shown beside the text
 */
export function Tooltip(props: {
  content: ReactNode
  children: ReactElement<Listeners>
  side?: ShownTooltip['side']
  keys?: string | undefined
  disabled?: boolean
}): ReactNode {
  const { children } = props
  const own = children.props
  // Read the text late: it may change between hover and display.
  const latest = useLive(props)
  // Hide the tooltip when its element unmounts.
  useEffect(
    () => () => {
      const anchor = store.shown()?.anchor
      if (anchor?.isConnected === false) store.hide(anchor)
    },
    [],
  )
  function tooltipAt(anchor: Element): ShownTooltip | undefined {
    const { content, side = 'top', keys, disabled = false } = latest.current
    return disabled || !anchor.isConnected ? undefined : { anchor, content, side, keys }
  }
  return cloneElement(children, {
    onPointerEnter: (event) => {
      own.onPointerEnter?.(event)
      const anchor = event.currentTarget
      if (event.pointerType !== 'touch') store.schedule(anchor, () => tooltipAt(anchor))
    },
    onPointerLeave: (event) => {
      own.onPointerLeave?.(event)
      store.leave(event.currentTarget)
    },
    onPointerDown: (event) => {
      own.onPointerDown?.(event)
      store.hide(event.currentTarget)
    },
    onFocus: (event) => {
      own.onFocus?.(event)
      const tooltip = event.currentTarget.matches(':focus-visible')
        ? tooltipAt(event.currentTarget)
        : undefined
      if (tooltip !== undefined) store.show(tooltip)
    },
    onBlur: (event) => {
      own.onBlur?.(event)
      store.hide(event.currentTarget)
    },
  })
}
