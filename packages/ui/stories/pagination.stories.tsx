import { type ReactNode, useState } from 'react'
import { Pagination } from '../src/index.ts'
import type { Story } from './story.ts'

export const title = 'Pagination'

function Example({ total }: { total: number }): ReactNode {
  const [page, setPage] = useState({ pageIndex: 0, pageSize: 50 })
  return <Pagination {...page} total={total} label={`Pages of ${total}`} onChange={setPage} />
}

export const stories: readonly Story[] = [
  { name: 'Many pages', render: () => <Example total={10_312} /> },
  { name: 'One page', render: () => <Example total={14} /> },
  { name: 'Nothing', render: () => <Example total={0} /> },
]
