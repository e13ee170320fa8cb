import { ListTodo } from 'lucide-react'
import type { Area } from '../../application/pages/area.ts'
import { definePage } from '../../application/pages/pages.ts'
import { findIn, loadList } from '../../application/resource/pages.tsx'

const load{{Types}} = async () => (await import('./resource.tsx')).{{names}}

/** The list of {{words}}s. */
const page = definePage({
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
})

export const {{name}}Area: Area<'/{{path}}'> = { pages: [page] }
