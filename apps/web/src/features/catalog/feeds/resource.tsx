import { Age, Badge, type DataColumn, NoValue, TruncatedName, TruncatedText } from '@binnacle/ui'
import { Rss } from 'lucide-react'
import { lazily } from '../../../application/pages/lazily.ts'
import { defineResource } from '../../../application/resource/resource.ts'
import { FEEDS_PATH } from './paths.ts'
import {
  connectionLabel,
  deleteFeed,
  FEEDS_TOPIC,
  type FeedRow,
  feedRows,
  type FeedSortColumn,
  feedSortColumns,
} from './queries.ts'
import { statusLabels } from './words.ts'

const AddFeed = lazily(async () => (await import('./feed-dialog.tsx')).AddFeed)
const FeedDialog = lazily(async () => (await import('./feed-dialog.tsx')).FeedDialog)

const columns: readonly DataColumn<FeedRow>[] = [
  {
    id: 'name',
    header: 'Name',
    sortable: true,
    width: 160,
    grow: 1,
    cell: ({ name }) => <TruncatedName text={name} />,
  },
  {
    id: 'status',
    header: 'Status',
    sortable: true,
    width: 230,
    grow: 2,
    cell: ({ status, error }) => (
      <span className="flex min-w-0 items-center gap-2">
        <Badge tone={status === 'current' ? 'accent' : 'neutral'} className="shrink-0">
          {statusLabels[status]}
        </Badge>
        {error !== null && status === 'failing' && (
          <TruncatedText className="text-small text-unhealthy" text={error} />
        )}
      </span>
    ),
  },
  {
    id: 'connection_name',
    header: 'Connection',
    sortable: true,
    width: 150,
    grow: 1,
    rank: 3,
    cell: ({ connection_namespace: namespace, connection_name: name }) => (
      <TruncatedName text={connectionLabel({ namespace, name })} />
    ),
  },
  {
    id: 'config_types',
    header: 'Item Types',
    width: 140,
    grow: 1,
    rank: 4,
    cell: ({ config_types: types }) =>
      types.length === 0 ? 'All' : <TruncatedText text={types.join(', ')} />,
  },
  {
    id: 'sent',
    header: 'Sent',
    sortable: true,
    numeric: true,
    width: 90,
    rank: 1,
    cell: ({ sent }) => sent.toLocaleString('en'),
  },
  {
    id: 'sent_at',
    header: 'Last Sent',
    sortable: true,
    numeric: true,
    width: 104,
    rank: 2,
    cell: ({ sent_at: time }) => (time === null ? <NoValue /> : <Age time={time} />),
  },
]

/** The feeds that send changes of the catalog to other systems. */
export const changeFeeds = defineResource<FeedRow, FeedSortColumn>({
  path: FEEDS_PATH,
  title: 'Change Feeds',
  icon: Rss,
  topic: FEEDS_TOPIC,
  access: 'database',
  words: {
    things: 'change feeds',
    search: 'Search by name or connection',
    empty: {
      title: 'No change feeds',
      text: 'A change feed sends each change of the catalog to a server of yours, in order, and again until the server has accepted it.',
    },
  },
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  noteOf: ({ connection_name: name }) => name,
  columns,
  sortColumns: feedSortColumns,
  ...feedRows,
  opens: { dialog: 'feed' },
  add: { label: 'Add', dialog: 'add' },
  dialogs: [
    { name: 'add', writes: true, component: AddFeed },
    { name: 'feed', ofRow: true, writes: false, component: FeedDialog },
  ],
  removal: {
    remove: ({ id }) => deleteFeed(id),
    nameOf: ({ name }) => name,
    label: 'Delete feed',
    explain: () => 'No more changes are sent to its server. A new feed starts where you choose.',
    topics: [FEEDS_TOPIC],
  },
})
