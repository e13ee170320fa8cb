import { Button, Notice } from '@binnacle/ui'
import { CatchBoundary } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'

const preparations = new Set<() => void>()

/** Has something done when the failure has been shown, so that the next try begins with it. */
export function onNextTry(prepare: () => void): void {
  preparations.add(prepare)
}

function prepareNextTry(): void {
  for (const prepare of preparations) prepare()
  preparations.clear()
}

/**
 * Keeps the page when a part of it breaks or cannot be loaded, and says so over it.
 * @param props.part which part it is; another one is tried anew
 */
export function Contained(props: { part: string; children: ReactNode }): ReactNode {
  return (
    <CatchBoundary getResetKey={() => props.part} errorComponent={PartMissing}>
      {props.children}
    </CatchBoundary>
  )
}

function PartMissing({ reset }: { reset: () => void }): ReactNode {
  useEffect(prepareNextTry, [])
  return (
    <div className="fixed inset-x-3 bottom-3 z-toast mx-auto max-w-xl rounded-panel bg-raised shadow-panel">
      <Notice kind="error">
        <span className="flex flex-wrap items-center gap-2">
          <span className="min-w-40 flex-1">
            This could not be opened. The server is away, or the product was updated meanwhile.
          </span>
          <Button size="small" onClick={reset}>
            Try again
          </Button>
        </span>
      </Notice>
    </div>
  )
}
