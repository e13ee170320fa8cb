import { PaletteResults as Results } from '@binnacle/ui/palette'
import { type ReactNode, useDeferredValue } from 'react'
import type { Page } from '../../../application/pages/pages.ts'
import { useActionItems, usePageItems } from './use-actions.tsx'
import { useEntities } from './use-entities.ts'

/** What is found by typing: pages, things and actions. It is loaded when the palette opens for the first time. */
export function PaletteResults(props: {
  pages: readonly Page[]
  query: string
  onShortcuts: () => void
}): ReactNode {
  const entities = useEntities(useDeferredValue(props.query.trim()), props.pages)
  const pages = usePageItems(props.pages)
  const actions = useActionItems(props.pages, props.onShortcuts)
  return <Results items={[...pages, ...entities.items, ...actions]} loading={entities.loading} />
}
