import { cloneElement, type MouseEvent, type ReactElement, type ReactNode, Suspense, useState } from 'react'

/** A button element. */
export type Trigger = ReactElement<{ onClick?: (event: MouseEvent<HTMLButtonElement>) => void }>

/**
 * Shows a button while the code of what it opens still loads. A press meanwhile is remembered.
 * @param props.children renders the button with what it opens; receives whether the button was pressed already
 */
export function OpenedLater(props: {
  trigger: Trigger
  children: (pressed: boolean) => ReactNode
}): ReactNode {
  const [pressed, setPressed] = useState(false)
  return (
    <Suspense
      fallback={cloneElement(props.trigger, {
        onClick: (event) => {
          props.trigger.props.onClick?.(event)
          setPressed(true)
        },
      })}
    >
      {props.children(pressed)}
    </Suspense>
  )
}
