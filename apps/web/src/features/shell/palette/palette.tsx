import { PaletteFrame, Skeleton } from '@binnacle/ui'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { Page } from '../../../application/pages/pages.ts'

const PaletteResults = lazy(async () => {
  const { PaletteResults: component } = await import('./palette-results.tsx')
  return { default: component }
})

/** Finds pages, things and actions by typing. Its field is there at once, and keeps what is typed for the list. */
export function Palette(props: {
  pages: readonly Page[]
  onClose: () => void
  onShortcuts: () => void
}): ReactNode {
  const [query, setQuery] = useState('')
  return (
    <PaletteFrame
      open
      onOpenChange={(open) => !open && props.onClose()}
      onQueryChange={setQuery}
      placeholder="Search pages, things and actions"
    >
      <Suspense fallback={<LoadingResults />}>
        <PaletteResults pages={props.pages} query={query} onShortcuts={props.onShortcuts} />
      </Suspense>
    </PaletteFrame>
  )
}

function LoadingResults(): ReactNode {
  return (
    <div className="flex flex-col gap-3 p-4" aria-hidden="true">
      <Skeleton className="h-4 w-1/2" />
      <Skeleton className="h-4 w-2/3" />
      <Skeleton className="h-4 w-1/3" />
    </div>
  )
}
