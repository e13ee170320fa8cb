import { NoValue, TruncatedText } from '@binnacle/ui'
import * as z from 'zod/mini'
import { kindRow } from '../../../application/resource/kind-columns.tsx'
import { defineKindList } from '../../../application/resource/kind-list.ts'
import { countField, jobField } from '../../../application/resource/kind-fields.ts'
import { topologyArea } from './area.ts'
import { TopologyTabs } from '../sharing/tabs.tsx'
import { topologyRemoval } from './removal.ts'

const listedTopology = z.extend(kindRow, { error: z.nullish(z.string()) })
type ListedTopology = z.infer<typeof listedTopology>

/** The topologies of this installation, from any source. Source: SET-010. */
export const topologies = defineKindList<ListedTopology>(topologyArea, {
  things: 'topologies',
  about:
    'A topology makes components from what runs, on a schedule: from the catalog, from checks, or from any source that a lookup reads.',
  row: listedTopology,
  fields: ['schedule', 'namespace', 'tags'],
  select: ['error', 'job_status', 'job_time_start'],
  words: ['namespace'],
  query: [
    jobField,
    { kind: 'text', name: 'error', help: 'Its last error; * matches any characters', column: 'error' },
    { kind: 'time', name: 'ran', aliases: ['last_run'], help: 'When it ran last', column: 'job_time_start' },
    countField('components', 'How many components it has'),
  ],
  first: [
    {
      id: 'error',
      header: 'Last error',
      width: 180,
      grow: 1,
      cell: ({ error }) =>
        typeof error === 'string' && error !== '' ? (
          <TruncatedText className="text-unhealthy" text={error} />
        ) : (
          <NoValue />
        ),
    },
  ],
  noteOf: ({ namespace }) => namespace ?? '',
  removal: topologyRemoval,
  Header: () => <TopologyTabs value="topologies" />,
})
