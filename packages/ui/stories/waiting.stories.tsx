import { ProgressBar, Skeleton, Spinner } from '../src/index.ts'
import type { Story } from './story.ts'

export const title = 'Waiting'

export const stories: readonly Story[] = [
  {
    name: 'Skeleton',
    render: () => (
      <div className="flex max-w-sm flex-col gap-3" aria-busy="true">
        <Skeleton className="h-4 w-40" />
        <Skeleton />
        <Skeleton className="w-2/3" />
      </div>
    ),
  },
  {
    name: 'Progress of a refresh',
    render: () => (
      <div className="max-w-sm rounded-panel border border-line bg-surface">
        <ProgressBar active />
        <p className="p-3">Rows that are shown while newer ones are fetched.</p>
      </div>
    ),
  },
  { name: 'Spinner', render: () => <Spinner /> },
]
