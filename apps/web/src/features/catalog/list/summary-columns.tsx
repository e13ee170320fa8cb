import { Age, type DataColumn, IconButton, TruncatedText } from '@binnacle/ui'
import { Pin, PinOff } from 'lucide-react'
import { AnalysisCounts, ChangeCount, Cost, HealthShares } from '../cells.tsx'
import { changesHref } from '../changes/address.ts'
import { ConfigIcon } from '../config-icon.tsx'
import { insightsHref } from '../insights/address.ts'
import { catalogFilters, type CatalogValues } from './filters.ts'
import { catalogHref } from '../paths.ts'
import type { SummaryGroup, SummaryLine } from './summary.ts'

/** The address of the items of a line, with further filters. */
export function listHref(values: CatalogValues, changes: Partial<CatalogValues>) {
  return catalogHref(
    'catalog',
    catalogFilters.serialize({ ...values, type: undefined, pageIndex: 0, ...changes }),
  )
}

/**
 * The columns of the summary. Source: CAT-012.
 * @param values those of the address
 * @param setup.favorites pinned types
 * @param setup.onPin pins a type, or no longer
 */
export function summaryColumns(
  values: CatalogValues,
  setup: { favorites: ReadonlySet<string>; onPin: (type: string) => void },
): readonly DataColumn<SummaryLine, SummaryGroup>[] {
  return [
    {
      id: 'name',
      header: 'Type',
      width: 220,
      grow: 2,
      cell: ({ name, row }) => (
        <span className="flex min-w-0 items-center gap-2">
          <ConfigIcon type={row.type} />
          <TruncatedText text={name} />
        </span>
      ),
    },
    {
      id: 'count',
      header: 'Count',
      numeric: true,
      width: 76,
      narrow: 'keep',
      stackedWidth: 66,
      cell: ({ row }) => row.count.toLocaleString('en'),
      groupCell: ({ count }) => count.toLocaleString('en'),
    },
    {
      id: 'health',
      header: 'Health',
      width: 170,
      grow: 1,
      cell: ({ row }) => (
        <HealthShares
          health={row.health}
          href={(state) => listHref(values, { configType: row.type, health: new Map([[state, 1 as const]]) })}
        />
      ),
      groupCell: ({ health }) => <HealthShares health={health} />,
    },
    {
      id: 'changes',
      header: 'Changes',
      numeric: true,
      width: 94,
      cell: ({ row }) => <ChangeCount count={row.changes} href={changesHref({ configType: row.type })} />,
      groupCell: ({ changes }) => (changes === 0 ? null : changes.toLocaleString('en')),
    },
    {
      id: 'analysis',
      header: 'Analysis',
      width: 150,
      grow: 1,
      rank: 1,
      cell: ({ row }) => (
        <AnalysisCounts
          analysis={row.analysis}
          href={(type) => insightsHref({ configType: row.type, type })}
        />
      ),
    },
    {
      id: 'cost',
      header: 'Cost',
      numeric: true,
      width: 76,
      rank: 2,
      cell: ({ row }) => <Cost dollars={row.cost_total_30d} />,
      groupCell: ({ cost }) => (cost === 0 ? null : <Cost dollars={cost} />),
    },
    {
      id: 'created_at',
      header: 'Created',
      numeric: true,
      width: 84,
      rank: 4,
      cell: ({ row }) => <Age time={row.created_at ?? null} />,
    },
    {
      id: 'updated_at',
      header: 'Updated',
      numeric: true,
      width: 88,
      rank: 3,
      cell: ({ row }) => <Age time={row.updated_at ?? null} />,
    },
    {
      id: 'pin',
      header: 'Pin',
      width: 48,
      narrow: 'keep',
      stackedWidth: 44,
      cell: ({ row: { type } }) => {
        const pinned = setup.favorites.has(type)
        return (
          <IconButton
            label={pinned ? `Unpin ${type}` : `Pin ${type}`}
            aria-pressed={pinned}
            className="aria-pressed:text-accent-text"
            size="small"
            icon={pinned ? <PinOff className="size-3.5" /> : <Pin className="size-3.5" />}
            onClick={() => setup.onPin(type)}
          />
        )
      },
    },
  ]
}
