import { useMediaQuery } from '@binnacle/ui'
import { useState } from 'react'
import type { DiffLayout } from './diff-view.tsx'

/** How a difference is shown: as somebody chose, else side by side where there is room for two columns. */
export function useDiffLayout(): readonly [DiffLayout, (layout: DiffLayout) => void] {
  const hasRoom = useMediaQuery('(min-width: 640px)')
  const [chosen, setChosen] = useState<DiffLayout>()
  return [chosen ?? (hasRoom ? 'side' : 'inline'), setChosen]
}
