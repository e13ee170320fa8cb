import { type ReactNode, useState } from 'react'
import { SearchField } from '../src/index.ts'
import type { Story } from './story.ts'

export const title = 'SearchField'

function Search({ initial }: { initial: string }): ReactNode {
  const [value, setValue] = useState(initial)
  return (
    <div className="flex max-w-xs flex-col gap-2">
      <SearchField
        value={value}
        onSearch={setValue}
        label="Search checks"
        placeholder="Search by name, description, or endpoint"
      />
      <p className="text-small text-muted">Searched for: {value === '' ? 'nothing' : value}</p>
    </div>
  )
}

export const stories: readonly Story[] = [
  { name: 'Empty', render: () => <Search initial="" /> },
  { name: 'With a text', render: () => <Search initial="checkout" /> },
]
