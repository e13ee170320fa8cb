import { Button, Notice } from '@binnacle/ui'
import { CatchBoundary } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/**
 * Error boundary: if a part of the page breaks or cannot be loaded, shows a message over the page and keeps the rest.
 * @param props.part key of the part; a new key tries again
 */
export function Contained(props: { part: string; children: ReactNode }): ReactNode {
  return (
    <CatchBoundary getResetKey={() => props.part} errorComponent={PartMissing}>
      {props.children}
    </CatchBoundary>
  )
}

function PartMissing(): ReactNode {
  return (
    <div className="fixed inset-x-3 bottom-3 z-toast mx-auto max-w-xl rounded-panel bg-raised shadow-panel">
      <Notice kind="error">
        <span className="flex flex-wrap items-center gap-2">
          <span className="min-w-40 flex-1">
            This could not be opened. The server is away, or the product was updated meanwhile.
          </span>
          <Button size="small" onClick={() => location.reload()}>
            Reload the page
          </Button>
        </span>
      </Notice>
    </div>
  )
}
