import {
  cloneElement,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  type Ref,
  type RefCallback,
  Suspense,
  useState,
} from 'react'

/** A button element. */
export type Trigger = ReactElement<{
  onClick?: (event: MouseEvent<HTMLButtonElement>) => void
  ref?: Ref<HTMLButtonElement>
}>

/** What happened to the button of a popup while its code loaded. */
export interface OpenedTrigger {
  /** Whether it was pressed, so that the popup opens at once. */
  defaultOpen: boolean
  triggerRef: Ref<HTMLButtonElement>
}

/** Hands the focus of a button to the button that replaces it. Otherwise it would be lost with the element. */
function createFocusHandover(): Record<'before' | 'after', RefCallback<HTMLButtonElement>> {
  let hadFocus = false
  return {
    before: (button) => () => {
      hadFocus = button === document.activeElement
    },
    after(button) {
      if (hadFocus) button?.focus({ preventScroll: true })
      hadFocus = false
    },
  }
}

/**
 * Shows a button while the code of what it opens still loads. A press meanwhile is remembered, and the focus is kept.
 * @param props.children renders the button with what it opens; receives whether the button was pressed already, and the
 * ref of the button
 */
export function OpenedLater(props: {
  trigger: Trigger
  children: (pressed: boolean, ref: Ref<HTMLButtonElement>) => ReactNode
}): ReactNode {
  const [pressed, setPressed] = useState(false)
  const [handover] = useState(createFocusHandover)
  return (
    <Suspense
      fallback={cloneElement(props.trigger, {
        ref: handover.before,
        onClick: (event) => {
          props.trigger.props.onClick?.(event)
          setPressed(true)
        },
      })}
    >
      {props.children(pressed, handover.after)}
    </Suspense>
  )
}
