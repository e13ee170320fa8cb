import { Play } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import {
  Button,
  DataTable,
  type DataTableProps,
  EmptyState,
  IconButton,
  Pagination,
  type Sort,
} from '../src/index.ts'
import { checks, groupsOf, manyChecks, type SampleCheck, type SampleGroup } from './sample/checks.ts'
import { checkColumns } from './sample/columns.tsx'
import type { Story } from './story.ts'

export const title = 'DataTable'

const groups = groupsOf(checks)
const many = manyChecks(1_000)

function Table(props: Partial<DataTableProps<SampleCheck, SampleGroup>>): ReactNode {
  const [sort, setSort] = useState<Sort>()
  return (
    <DataTable<SampleCheck, SampleGroup>
      label="Checks"
      columns={checkColumns}
      rows={checks}
      rowId={(check) => check.id}
      rowHref={(check) => `?story=Screen: check&open=${check.id}`}
      sort={sort}
      onSortChange={setSort}
      shortcuts={false}
      {...props}
    />
  )
}

function Grouped(): ReactNode {
  const [collapsed, setCollapsed] = useState<readonly string[]>(['platform'])
  return (
    <Table
      rows={checks.filter((check) => !collapsed.includes(check.group))}
      selectedId="payments-1"
      shortcuts
      grouping={{
        groups,
        groupId: (group) => group.id,
        groupOf: (check) => check.group,
        groupName: (group) => group.name,
        collapsed: (group) => collapsed.includes(group.id),
        onToggle: (group) =>
          setCollapsed((ids) =>
            ids.includes(group.id) ? ids.filter((id) => id !== group.id) : [...ids, group.id],
          ),
      }}
    />
  )
}

function Paged(): ReactNode {
  const [page, setPage] = useState({ pageIndex: 2, pageSize: 5 })
  const start = page.pageIndex * page.pageSize
  return (
    <div className="flex flex-col gap-3">
      <Table
        rows={many.slice(start, start + page.pageSize)}
        sort={{ column: 'name', direction: 'desc' }}
        refreshing
        renderRowActions={(check) => (
          <IconButton label={`Run ${check.name}`} size="small" icon={<Play className="size-3.5" />} />
        )}
      />
      <Pagination {...page} total={many.length} onChange={setPage} />
    </div>
  )
}

export const stories: readonly Story[] = [
  { name: 'Grouped', render: () => <Grouped /> },
  { name: 'Paged, sorted, refreshing', render: () => <Paged /> },
  { name: 'Loading', render: () => <Table rows={[]} loading loadingRows={5} /> },
  { name: 'Without rows', render: () => <Table rows={[]} /> },
  {
    name: 'Empty',
    render: () => (
      <Table
        rows={[]}
        empty={
          <EmptyState title="No checks yet" actions={<Button variant="primary">Add a check</Button>}>
            A check asks one of your systems at regular times whether it is well.
          </EmptyState>
        }
      />
    ),
  },
  {
    name: 'Filtered empty',
    render: () => <Table rows={[]} onClearFilters={() => undefined} filters={['Status: Unhealthy']} />,
  },
  {
    name: 'Error',
    render: () => (
      <Table
        rows={[]}
        error={{
          message: 'The database does not answer.',
          requestId: '01JNZ9YQ6Z8W4M',
          retry: () => undefined,
        }}
      />
    ),
  },
  {
    name: 'Out of date',
    render: () => (
      <Table
        rows={checks.slice(0, 3)}
        error={{ message: 'The connection is lost', retry: () => undefined }}
      />
    ),
  },
  {
    name: 'A thousand rows',
    render: () => (
      <div className="flex h-96 flex-col">
        <Table rows={many} fill />
      </div>
    ),
  },
]
