import { cloneElement, type MouseEvent, type ReactElement, type ReactNode, Suspense, useState } from 'react'

/** A button element. */
export type Trigger = ReactElement<{ onClick?: (event: MouseEvent<HTMLButtonElement>) => void }>

/**
 * Shows a button while the code of what it opens is still loaded. A press of it meanwhile is kept.
 * @param props.children draws the button with what it opens; told whether it was pressed already
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
