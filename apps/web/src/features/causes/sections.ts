import { createElement, lazy } from 'react'
import type { Section } from '../../application/pages/sections.tsx'

const CausesOfCheck = lazy(async () => {
  const { LikelyCauses } = await import('./likely-causes.tsx')
  return { default: ({ id }: { id: string }) => createElement(LikelyCauses, { kind: 'check', id }) }
})

/** What likely causes add to the pages of others. */
export const causeSections: readonly Section[] = [
  {
    of: 'check',
    id: 'causes',
    label: 'Likely causes',
    access: { resource: 'canaries', action: 'read' },
    feature: 'health',
    Content: CausesOfCheck,
  },
]
