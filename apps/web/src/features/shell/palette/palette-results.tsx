import { CommandPalette } from '@binnacle/ui/palette'
import { type ReactNode, useDeferredValue, useState } from 'react'
import type { Page } from '../../../application/pages.ts'
import { useActionItems, usePageItems } from './use-actions.tsx'
import { useEntities } from './use-entities.tsx'

/** Finds pages, things and actions by typing. */
export function Palette(props: {
  pages: readonly Page[]
  onClose: () => void
  onShortcuts: () => void
}): ReactNode {
  const [query, setQuery] = useState('')
  const entities = useEntities(useDeferredValue(query.trim()), props.pages)
  const pages = usePageItems(props.pages)
  const actions = useActionItems(props.pages, props.onShortcuts)
  return (
    <CommandPalette
      open
      onOpenChange={(open) => !open && props.onClose()}
      items={[...pages, ...entities.items, ...actions]}
      onQueryChange={setQuery}
      loading={entities.loading}
      placeholder="Search pages, things and actions"
    />
  )
}
