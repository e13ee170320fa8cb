import type { ReactNode } from 'react'

/** A dash for a missing value, read to screen readers as `none`. */
export function NoValue(): ReactNode {
  return (
    <span className="text-muted">
      <span aria-hidden="true">–</span>
      <span className="sr-only">none</span>
    </span>
  )
}
