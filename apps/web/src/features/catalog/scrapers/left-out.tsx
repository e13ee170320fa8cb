import { Age, Badge } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { Filter } from 'lucide-react'
import type { ReactNode } from 'react'
import { DialogList } from '../../../application/resource/query-states.tsx'
import { type ChangeDrop, changeDropsQuery } from './queries.ts'

/** What happened to a change that was not kept. */
const reasons: Readonly<Record<ChangeDrop['reason'], (because: string) => string>> = {
  ignored: (because) => `Ignored: ${because}`,
  excluded: (because) => `Excluded by ${because}`,
  orphaned: (because) => `The catalog has no item ${because}`,
}

/** Changes that a scraper found and did not keep, by day, type and reason. */
export function LeftOut({ id }: { id: string }): ReactNode {
  return (
    <DialogList
      answer={useQuery(changeDropsQuery(id))}
      label="Changes left out"
      nothing={{
        title: 'No change was left out',
        icon: <Filter strokeWidth={1.5} />,
        text: 'Changes that a rule ignores or excludes, and changes of items that are not in the catalog, are counted here for 90 days.',
      }}
    >
      {(drop) => (
        <li
          key={[drop.day, drop.reason, drop.change_type, drop.because].join(' ')}
          className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 py-2"
        >
          <span className="numeric text-secondary">{drop.day.slice(0, 10)}</span>
          <span className="font-medium wrap-anywhere">{drop.change_type}</span>
          <Badge>{drop.count.toLocaleString('en')}</Badge>
          <span className="min-w-0 wrap-anywhere text-secondary">{reasons[drop.reason](drop.because)}</span>
          <span className="text-small text-muted">
            last <Age time={drop.last_at} /> ago
          </span>
        </li>
      )}
    </DialogList>
  )
}
