import { ListTodo } from 'lucide-react'
import { definePage, type Page } from '../../application/pages/pages.ts'
import { findIn, loadList } from '../../application/resource/pages.tsx'

declare module '../../application/pages/addresses.ts' {
  interface PagePaths {
    '/{{path}}': unknown
  }
}

const load{{Types}} = async () => (await import('./resource.tsx')).{{names}}

/** The list of {{words}}s. */
export const {{name}}Pages: readonly Page[] = [
  definePage({
    path: '/{{path}}',
    title: '{{Title}}',
    icon: ListTodo,
    place: 'area',
    access: { resource: 'database', action: 'read' },
    topics: ['{{table}}'],
    actions: [
      {
        label: 'Add {{words}}',
        href: '/{{path}}?add=true',
        access: { resource: 'database', action: 'write' },
        keywords: ['new', 'create'],
      },
    ],
    finder: findIn({ group: '{{Title}}', topic: '{{table}}' }, load{{Types}}),
    load: loadList(load{{Types}}),
  }),
]
