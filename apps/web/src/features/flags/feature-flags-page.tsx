import type { Property } from '@binnacle/contract'
import {
  Badge,
  buttonClass,
  DataTable,
  EmptyState,
  FilterBar,
  Notice,
  PageHeader,
  PlainLink,
  type Sort,
} from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { Flag, Plus } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { propertiesQuery, useDisabledFeatures } from '../../application/flags.ts'
import { messageOf, requestIdOf } from '../../application/queries.ts'
import { useSession } from '../../application/session.ts'
import { useFilters } from '../../application/use-filters.ts'
import { actionsColumn, flagColumns } from './columns.tsx'
import { DeleteFlag } from './delete-flag.tsx'
import { flagFilters, flagSortColumns } from './filters.ts'
import { listFlags, OWN_FEATURE } from './flags.ts'

const FlagDialog = lazy(async () => {
  const { FlagDialog: component } = await import('./flag-dialog.tsx')
  return { default: component }
})

/** What is switched off, and other settings of the installation. */
export function FeatureFlagsPage(): ReactNode {
  const session = useSession()
  const { values, set, href } = useFilters(flagFilters)
  const flags = useQuery(propertiesQuery)
  const [leaving, setLeaving] = useState<Property>()
  const mayWrite = session.may('write', 'feature_flags')
  const hidden = useDisabledFeatures().has(OWN_FEATURE)
  const columns = useMemo(
    () =>
      mayWrite
        ? [...flagColumns, actionsColumn({ href: ({ name }) => href({ flag: name }), onDelete: setLeaving })]
        : flagColumns,
    [mayWrite, href],
  )
  const rows = listFlags(flags.data ?? [], values)
  const open = flags.data?.find(({ name }) => name === values.flag)
  const clear = () => set({ query: '' })
  const close = () => set({ flag: undefined, add: false })

  function changeSort(sort: Sort | undefined): void {
    const column = flagSortColumns.find((candidate) => candidate === sort?.column)
    set({ sortBy: column ?? 'name', sortOrder: sort?.direction ?? 'asc' })
  }

  return (
    <>
      <div className="mx-auto flex min-h-full max-w-screen-2xl flex-col gap-3 p-3 sm:p-4 md:h-full lg:p-5">
        <PageHeader
          title="Feature Flags"
          breadcrumb={[{ label: 'Settings' }]}
          badge={flags.data === undefined ? null : <Badge>{flags.data.length}</Badge>}
          actions={
            mayWrite && (
              <PlainLink href={href({ add: true })} className={buttonClass({ variant: 'primary' })}>
                <Plus aria-hidden="true" className="size-3.5" />
                Add
              </PlainLink>
            )
          }
        />
        {hidden && (
          <Notice kind="warning">
            This page is hidden from everybody by settings.feature_flags.disable. You reach it here because
            you may change flags.
          </Notice>
        )}
        <FilterBar
          search={{
            value: values.query,
            onSearch: (query) => set({ query }),
            label: 'Search feature flags',
            placeholder: 'Search by name, value or description',
          }}
          onClearAll={clear}
          filters={[]}
        />
        <DataTable
          label="Feature flags"
          fill
          columns={columns}
          rows={rows}
          rowId={(flag) => flag.name}
          rowHref={(flag) => href({ flag: flag.name })}
          selectedId={values.flag}
          sort={{ column: values.sortBy, direction: values.sortOrder }}
          onSortChange={changeSort}
          loading={flags.isPending}
          error={
            flags.error === null
              ? undefined
              : {
                  message: messageOf(flags.error),
                  requestId: requestIdOf(flags.error),
                  retry: () => void flags.refetch(),
                }
          }
          onClearFilters={values.query === '' ? undefined : clear}
          empty={
            <EmptyState title="No data available" icon={<Flag strokeWidth={1.5} />}>
              Everything is switched on. A flag named {'{feature}'}.disable with the value true switches an
              area off for everybody.
            </EmptyState>
          }
        />
      </div>
      <Suspense>
        {values.add && mayWrite && <FlagDialog onClose={close} />}
        {open !== undefined && <FlagDialog key={open.name} flag={open} onClose={close} />}
      </Suspense>
      {leaving !== undefined && <DeleteFlag flag={leaving} onClose={() => setLeaving(undefined)} />}
    </>
  )
}
