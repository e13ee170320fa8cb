import { sortTags } from '@binnacle/contract/text'
import { Badge, NoValue } from '@binnacle/ui'
import type { ReactNode } from 'react'

/** Tags or labels, in their order. */
export function TagList({ tags }: { tags: Readonly<Record<string, string>> }): ReactNode {
  const all = sortTags(tags)
  if (all.length === 0) return <NoValue />
  return (
    <ul className="flex flex-wrap gap-1">
      {all.map(([key, value]) => (
        <li key={key} className="min-w-0 max-w-full">
          <Badge className="h-auto! justify-start! py-0.5 wrap-anywhere whitespace-normal!">
            <span>
              <span className="font-normal">{key}: </span>
              {value}
            </span>
          </Badge>
        </li>
      ))}
    </ul>
  )
}
