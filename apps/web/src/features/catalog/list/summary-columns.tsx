import { Age, type DataColumn, IconButton, TruncatedName } from '@binnacle/ui'
import { Pin, PinOff } from 'lucide-react'
import { AnalysisCounts, ChangeCount, Cost, HealthShares } from '../cells.tsx'
import { changesHref } from '../changes/address.ts'
import { ConfigIcon } from '../config-icon.tsx'
import { pairText } from '../filter-text.ts'
import { insightsHref } from '../insights/address.ts'
import { catalogFilters, type CatalogValues, DEFAULT_GROUPING, levelsOf } from './filters.ts'
import { catalogHref } from '../paths.ts'
import { filtersOf, type SummaryGroup, type SummaryLine } from './summary.ts'

/** The address of the items of a line, with further filters. */
function listHref(values: CatalogValues, changes: Partial<CatalogValues>) {
  return catalogHref(
    'catalog',
    catalogFilters.serialize({ ...values, type: undefined, pageIndex: 0, ...changes }),
  )
}

/** The address of what a line counts: a list if it has a type, otherwise the summary of its tags by type. */
export function lineHref(values: CatalogValues, line: SummaryLine, changes: Partial<CatalogValues> = {}) {
  const { type, tags } = filtersOf(line)
  const labels = new Map(values.labels)
  for (const [key, value] of tags) labels.set(pairText(key, value), 1)
  return listHref(values, {
    labels,
    ...(type === undefined ? { groupBy: DEFAULT_GROUPING } : { configType: type }),
    ...changes,
  })
}

/** What lines are: types, or values of the innermost level. */
function headerOf(groupBy: string): string {
  const last = levelsOf(groupBy).at(-1)
  if (last === undefined || last.name === 'type' || last.name === 'config_class') return 'Type'
  return last.name.charAt(0).toUpperCase() + last.name.slice(1)
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
      header: headerOf(values.groupBy),
      width: 220,
      grow: 2,
      cell: ({ name, row }) => (
        <span className="flex min-w-0 items-center gap-2">
          <ConfigIcon type={row.type} />
          <TruncatedName text={name} />
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
      cell: (line) => (
        <HealthShares
          health={line.row.health}
          href={(state) => lineHref(values, line, { health: new Map([[state, 1 as const]]) })}
        />
      ),
      groupCell: ({ health }) => <HealthShares health={health} />,
    },
    {
      id: 'changes',
      header: 'Changes',
      numeric: true,
      width: 94,
      cell: ({ row, type }) => (
        <ChangeCount
          count={row.changes}
          href={type === undefined ? undefined : changesHref({ configType: type })}
        />
      ),
      groupCell: ({ changes }) => (changes === 0 ? null : changes.toLocaleString('en')),
    },
    {
      id: 'analysis',
      header: 'Analysis',
      width: 150,
      grow: 1,
      rank: 1,
      cell: ({ row, type: configType }) => (
        <AnalysisCounts
          analysis={row.analysis}
          href={configType === undefined ? undefined : (type) => insightsHref({ configType, type })}
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
      cell: ({ type }) => {
        if (type === undefined) return null
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
