import { type PointerEvent, type ReactNode, useState } from 'react'
import { Tooltip } from '../primitives/tooltip.tsx'
import { classNames } from '../utilities/class-names.ts'

/** Characters that stay of the end of a name. */
const END = 9
/** A name of fewer characters is cut at its end, because too little would be left of its beginning. */
const SHORTEST = 3 * END

function isCut(element: Element): boolean {
  return (element.firstElementChild?.scrollWidth ?? 0) > element.clientWidth
}

/** Marks what is cut. All sizes are read before the first element changes: a table has dozens of names. */
function mark(entries: readonly ResizeObserverEntry[]): void {
  const states = entries.map(({ target }) => ({ target, cut: isCut(target) }))
  for (const { target, cut } of states) target.toggleAttribute('data-cut', cut)
}

let observer: ResizeObserver | undefined

function watch(element: HTMLElement | null): (() => void) | undefined {
  if (element === null) return undefined
  const sizes = (observer ??= new ResizeObserver(mark))
  sizes.observe(element)
  return () => sizes.unobserve(element)
}

/**
 * A name on a single line. If it does not fit, its middle is cut, because long names often differ at their ends only, and
 * hovering shows all of it.
 */
export function TruncatedName(props: { text: string; className?: string }): ReactNode {
  const { text, className } = props
  const [cut, setCut] = useState(false)
  const characters = Array.from(text)
  const check = (event: PointerEvent<HTMLElement>) => setCut(isCut(event.currentTarget))
  return (
    <Tooltip content={text} disabled={!cut}>
      <span
        // A new text may be cut where the one before was not, at the same width.
        key={text}
        ref={watch}
        data-above-row=""
        data-end={characters.length < SHORTEST ? '' : characters.slice(-END).join('').trimStart()}
        onPointerEnter={check}
        className={classNames('truncated-name', className)}
      >
        <span className="min-w-0 truncate">{text}</span>
      </span>
    </Tooltip>
  )
}
