import { Badge } from '@binnacle/ui'
import * as z from 'zod/mini'
import { kindRow } from '../../../application/resource/kind-columns.tsx'
import { defineKindList } from '../../../application/resource/kind-list.ts'
import { backendArea } from '../area.ts'
import { backendLogsHref } from '../paths.ts'
import { ViewLogs } from '../view-logs.tsx'
import { backendRemoval } from './removal.ts'

const listedBackend = z.extend(kindRow, { types: z.array(z.string()) })
type ListedBackend = z.infer<typeof listedBackend>

/** The log backends of this installation. */
export const logBackends = defineKindList<ListedBackend>(backendArea, {
  things: 'log backends',
  about: 'A log backend says where log lines are read, and which components they belong to.',
  row: listedBackend,
  fields: ['tags'],
  select: ['types'],
  query: [
    {
      kind: 'text',
      name: 'type',
      aliases: ['types', 'reads'],
      help: 'A type of what it reads, such as loki',
      column: 'type_names',
      list: true,
    },
  ],
  first: [
    {
      id: 'types',
      header: 'Reads',
      width: 180,
      grow: 1,
      narrow: 'keep',
      stackedWidth: 120,
      cell: ({ types }) => (
        <span className="flex min-w-0 flex-wrap gap-1">
          {types.map((type) => (
            <Badge key={type}>{type === 'self' ? 'Binnacle' : type}</Badge>
          ))}
        </span>
      ),
    },
    {
      id: 'lines',
      header: 'Lines',
      width: 96,
      cell: ({ id }) => <ViewLogs href={backendLogsHref(id)} />,
    },
  ],
  removal: backendRemoval,
})
