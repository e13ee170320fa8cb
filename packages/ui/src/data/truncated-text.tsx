import { type PointerEvent, type ReactNode, useState } from 'react'
import { Tooltip } from '../primitives/tooltip.tsx'
import { classNames } from '../utilities/class-names.ts'

/** A single-line text. If it does not fit, it is cut, and hovering shows all of it. */
export function TruncatedText(props: { text: string; className?: string }): ReactNode {
  const [cut, setCut] = useState(false)
  function check(event: PointerEvent<HTMLElement>): void {
    setCut(event.currentTarget.scrollWidth > event.currentTarget.clientWidth)
  }
  return (
    <Tooltip content={props.text} disabled={!cut}>
      <span
        data-above-row=""
        onPointerEnter={check}
        className={classNames('block min-w-0 truncate', props.className)}
      >
        {props.text}
      </span>
    </Tooltip>
  )
}
