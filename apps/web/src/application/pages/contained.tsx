import { Button, Notice } from '@binnacle/ui'
import { CatchBoundary } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/**
 * Keeps the page when a part of it breaks or cannot be loaded, and says so over it.
 * @param props.part key of the part; a change of it tries again
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
