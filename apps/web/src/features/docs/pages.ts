import { BookOpen } from 'lucide-react'
import { definePage } from '../../application/pages/pages.ts'

/** The paths of its pages. */
export type DocsPath = '/docs' | '/docs/$'

const load = async () => {
  const { DocsPage } = await import('./docs-page.tsx')
  return { default: DocsPage }
}

export const docsPage = definePage({
  path: '/docs',
  title: 'Docs',
  icon: BookOpen,
  place: 'nowhere',
  keys: 'g d',
  keywords: ['help', 'guide', 'manual', 'reference', 'documentation'],
  access: 'signed-in',
  finder: {
    group: 'Docs',
    topic: 'documents',
    async find(text) {
      const { findDocuments } = await import('./finder.tsx')
      return findDocuments(text)
    },
  },
  load,
})

export const documentPage = definePage({
  path: '/docs/$',
  title: 'Docs',
  icon: BookOpen,
  place: 'nowhere',
  access: 'signed-in',
  load,
})
