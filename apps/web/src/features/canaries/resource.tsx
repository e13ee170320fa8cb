import { UI_SOURCE } from '@binnacle/contract'
import { HeartPulse } from 'lucide-react'
import { fromTable } from '../../application/resource/from-table.ts'
import { defineResource, type Removal } from '../../application/resource/resource.ts'
import { CanaryFileProblems } from './canary-file-problems.tsx'
import { canaryColumns } from './columns.tsx'
import { NEW_CANARY_PATH } from './paths.ts'
import { deleteCanary, listedCanary, type ListedCanary } from './queries.ts'
import { describeSource } from './source.ts'

/** What is known of a health check that is deleted; its counts on the list only. */
type Deleted = Pick<ListedCanary, 'id' | 'name'> &
  Partial<Pick<ListedCanary, 'healthy' | 'unhealthy' | 'unknown'>>

/** How a health check is deleted. */
export const canaryRemoval: Removal<Deleted> = {
  remove: ({ id }) => deleteCanary(id),
  nameOf: ({ name }) => name,
  label: 'Delete health check',
  explain: () => 'Its checks stop at once. Their history goes after seven days.',
  consequences({ healthy, unhealthy = 0, unknown = 0 }) {
    if (healthy === undefined) return []
    const checks = healthy + unhealthy + unknown
    return [checks === 1 ? '1 check' : `${checks} checks`]
  },
  topics: ['canaries', 'checks'],
}

const sortColumns = [
  'name',
  'namespace',
  'source',
  'schedule',
  'unhealthy',
  'last_runtime',
  'created_at',
  'updated_at',
] as const

/** The health checks of this installation, wherever they come from. */
export const canaries = defineResource<ListedCanary, (typeof sortColumns)[number]>({
  path: '/settings/canaries',
  title: 'Health Checks',
  icon: HeartPulse,
  // That of checks, whose results change its counts; every change of a canary changes its checks too.
  topic: 'checks',
  access: 'canaries',
  words: {
    things: 'health checks',
    search: 'Search by name, namespace or file',
    empty: {
      title: 'No resources found',
      text: 'A health check is a group of checks with one schedule. Make one here, or let Binnacle read a file of them.',
    },
  },
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  noteOf: ({ namespace }) => namespace,
  columns: canaryColumns,
  sortColumns,
  filters: [
    {
      id: 'source',
      label: 'Source',
      choices: { UI: 'Made here', file: 'From a file', builtin: 'Comes with Binnacle' },
    },
  ],
  load: fromTable({
    table: 'canaries_with_status',
    columns:
      'id,name,namespace,source,schedule,created_at,updated_at,last_runtime,check_types,healthy,unhealthy,unknown',
    row: listedCanary,
    search: ['name', 'namespace', 'source'],
    narrow(query, { source }) {
      if (source === undefined) return query
      if (source === 'file') return query.like('source', 'file:*')
      return source === UI_SOURCE
        ? query.or(`source.is.null,source.eq.${UI_SOURCE}`)
        : query.eq('source', source)
    },
  }),
  isFixed: ({ source }) => describeSource(source).reason !== undefined,
  opens: 'page',
  add: { label: 'New health check', href: NEW_CANARY_PATH },
  removal: canaryRemoval,
  Header: CanaryFileProblems,
})
