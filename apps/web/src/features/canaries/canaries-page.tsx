import { ALL } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { HeartPulse } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { useSession } from '../../application/session.ts'
import { useFilters } from '../../application/use-filters.ts'
import { CanaryFileProblems } from './canary-file-problems.tsx'
import { choiceFilter } from '../../application/resource/choice-filter.ts'
import { SettingsList } from '../../application/resource/resource-list.tsx'
import { canaryColumns } from './columns.tsx'
import { DeleteCanary } from './delete-canary.tsx'
import { canaryFilters, canarySortColumns, canarySources } from './filters.ts'
import { canaryListQuery, type ListedCanary } from './queries.ts'

const sourceLabels = { UI: 'Made here', file: 'From a file', builtin: 'Comes with Binnacle' } as const

/** The health checks of this installation, wherever they come from. */
export function CanariesPage(): ReactNode {
  const session = useSession()
  const { values, set } = useFilters(canaryFilters)
  const { source, ...wanted } = values
  const list = useQuery(canaryListQuery({ ...wanted, source: source === ALL ? undefined : source }))
  const [leaving, setLeaving] = useState<ListedCanary>()
  const mayWrite = session.may('write', 'canaries')
  const columns = useMemo(() => canaryColumns(mayWrite ? setLeaving : undefined), [mayWrite])

  return (
    <>
      <SettingsList
        title="Health Checks"
        things="health checks"
        searchPlaceholder="Search by name, namespace or file"
        list={list}
        values={values}
        set={set}
        sortColumns={canarySortColumns}
        columns={columns}
        rowId={(canary) => canary.id}
        rowHref={(canary) => `/settings/canaries/${canary.id}`}
        filters={[
          choiceFilter({
            id: 'source',
            label: 'Source',
            value: source,
            values: canarySources,
            labels: sourceLabels,
            onChange: (value) => set({ source: value, pageIndex: 0 }),
          }),
        ]}
        onClear={() => set({ query: '', source: ALL, pageIndex: 0 })}
        add={mayWrite ? { label: 'New health check', href: '/settings/canaries/new' } : undefined}
        empty={{
          title: 'No resources found',
          icon: <HeartPulse strokeWidth={1.5} />,
          text: 'A health check is a group of checks with one schedule. Make one here, or let Binnacle read a file of them.',
        }}
      >
        <CanaryFileProblems />
      </SettingsList>
      {leaving !== undefined && (
        <DeleteCanary
          id={leaving.id}
          name={leaving.name}
          checks={leaving.healthy + leaving.unhealthy + leaving.unknown}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </>
  )
}
