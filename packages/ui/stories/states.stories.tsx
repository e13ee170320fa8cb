import { Plus } from 'lucide-react'
import {
  AllGoodState,
  Button,
  DeniedState,
  EmptyState,
  ErrorState,
  FilteredEmptyState,
  LoadingTable,
} from '../src/index.ts'
import type { Story } from './story.ts'

export const title = 'States'

export const stories: readonly Story[] = [
  {
    name: 'Empty',
    render: () => (
      <EmptyState
        title="No checks yet"
        actions={
          <Button variant="primary" icon={<Plus className="size-3.5" />}>
            Add a check
          </Button>
        }
      >
        A check asks one of your systems at regular times whether it is well, and tells you when it is not.
      </EmptyState>
    ),
  },
  {
    name: 'Filtered empty',
    render: () => (
      <FilteredEmptyState onClear={() => undefined} filters={['Status: Unhealthy', 'Type: not http']} />
    ),
  },
  { name: 'All good', render: () => <AllGoodState title="All 312 checks are passing" /> },
  {
    name: 'Error',
    render: () => (
      <ErrorState
        message="The server took longer than 30 s to answer."
        requestId="01JNZ9YQ6Z8W4M"
        onRetry={() => undefined}
      />
    ),
  },
  { name: 'Denied', render: () => <DeniedState /> },
  {
    name: 'Loading',
    render: () => (
      <LoadingTable
        label="Checks"
        rows={5}
        columns={[
          { id: 'name', header: 'Check' },
          { id: 'health', header: 'Health', width: 120 },
          { id: 'uptime', header: 'Uptime', numeric: true, width: 90 },
          { id: 'p95', header: 'p95', numeric: true, width: 90 },
        ]}
      />
    ),
  },
]
