import { UI_SOURCE } from '@binnacle/contract/core'
import { HealthCounts, TruncatedText } from '@binnacle/ui'
import * as z from 'zod/mini'
import type { Removal } from '../../application/resource/resource.ts'
import { kindRow } from '../../application/resource/kind-columns.tsx'
import { defineKindList } from '../../application/resource/kind-list.ts'
import { countField } from '../../application/resource/kind-fields.ts'
import { canaryArea } from './area.ts'
import { CanaryFilesHeader } from './canary-file-problems.tsx'
import { canaryRequests } from './requests.ts'

const listedCanary = z.extend(kindRow, {
  check_types: z.array(z.string()),
  healthy: z.number(),
  unhealthy: z.number(),
  unknown: z.number(),
})
type ListedCanary = z.infer<typeof listedCanary>

/** What is known of a health check that is deleted; its counts on the list only. */
type DeletedCanary = Pick<ListedCanary, 'id' | 'name'> &
  Partial<Pick<ListedCanary, 'healthy' | 'unhealthy' | 'unknown'>>

/** How a health check is deleted. */
export const canaryRemoval: Removal<DeletedCanary> = {
  remove: ({ id }) => canaryRequests.remove(id),
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

/** The health checks of this installation, from any source. */
export const canaries = defineKindList<ListedCanary>(canaryArea, {
  things: 'health checks',
  about:
    'A health check is a group of checks with one schedule. Make one here, or let Binnacle read a file of them.',
  row: listedCanary,
  fields: ['schedule', 'namespace', 'job', 'tags'],
  select: ['check_types', 'healthy', 'unhealthy', 'unknown'],
  sortable: ['unhealthy'],
  words: ['namespace', 'source'],
  query: [
    {
      kind: 'text',
      name: 'type',
      aliases: ['types'],
      help: 'A type of its checks, such as http',
      column: 'check_type_names',
      list: true,
    },
    countField('healthy', 'How many of its checks are healthy'),
    countField('unhealthy', 'How many of its checks are unhealthy'),
    countField('unknown', 'How many of its checks are unknown'),
  ],
  first: [
    {
      id: 'unhealthy',
      header: 'Checks',
      sortable: true,
      width: 112,
      narrow: 'keep',
      cell: ({ healthy, unhealthy, unknown }) => <HealthCounts counts={{ healthy, unhealthy, unknown }} />,
    },
  ],
  last: [
    {
      id: 'check_types',
      header: 'Types',
      width: 92,
      cell: (canary) => (
        <span className="text-secondary">
          <TruncatedText text={canary.check_types.join(', ')} />
        </span>
      ),
    },
  ],
  noteOf: ({ namespace }) => namespace ?? '',
  filters: [
    {
      id: 'source',
      label: 'Source',
      choices: { UI: 'Created in Binnacle', file: 'From a file', builtin: 'Comes with Binnacle' },
    },
  ],
  narrow(query, { source }) {
    if (source === undefined) return query
    if (source === 'file') return query.like('source', 'file:*')
    return source === UI_SOURCE
      ? query.or(`source.is.null,source.eq.${UI_SOURCE}`)
      : query.eq('source', source)
  },
  removal: canaryRemoval,
  Header: CanaryFilesHeader,
})
