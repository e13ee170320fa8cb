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

/** One popup serves every element: a table with a thousand ages holds no more than a thousand sets of listeners. */
const store = createTooltipStore()

const TooltipPopup = lazy(async () => {
  const { TooltipPopup: component } = await patiently(() => import('./popups.ts'))
  return { default: component }
})

/** Shows the tooltips of everything beneath it. Part of UiProvider. */
export function TooltipHost(props: { children: ReactNode }): ReactNode {
  const shown = useSyncExternalStore(store.subscribe, store.shown)
  return (
    <>
      {props.children}
      <Suspense>
        {shown !== undefined && (
          <TooltipPopup shown={shown} onHold={store.hold} onLeave={store.leave} onClose={store.hide} />
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
 * A hint that appears over an element on hover and on keyboard focus. It adds nothing to the accessible name: what must
 * be known is said by the element itself.
 * @param props.children the one element the hint belongs to; it must pass on its listeners
 * @param props.keys a shortcut to show beside the text
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
  // Whether there is something to show may change between pointing and showing.
  const latest = useLive(props)
  // An element that goes takes its tooltip along.
  useEffect(
    () => () => {
      if (store.shown()?.anchor.isConnected === false) store.hide()
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
      if (event.pointerType !== 'touch') store.schedule(() => tooltipAt(anchor))
    },
    onPointerLeave: (event) => {
      own.onPointerLeave?.(event)
      store.leave()
    },
    onPointerDown: (event) => {
      own.onPointerDown?.(event)
      store.hide()
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
      store.hide()
    },
  })
}
