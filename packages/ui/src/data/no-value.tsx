import type { ReactNode } from 'react'

/** A dash where there is nothing to show; read out as `none`. */
export function NoValue(): ReactNode {
  return (
    <span className="text-muted">
      <span aria-hidden="true">–</span>
      <span className="sr-only">none</span>
    </span>
  )
}
