import type { Property } from '@binnacle/contract'
import { Notice } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { Flag } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { propertiesQuery, useDisabledFeatures } from '../../application/flags.ts'
import { useSession } from '../../application/session.ts'
import { useFilters } from '../../application/use-filters.ts'
import { actionsColumn } from '../../application/resource/row-actions.tsx'
import { SettingsList } from '../../application/resource/resource-list.tsx'
import { flagColumns } from './columns.tsx'
import { DeleteFlag } from './delete-flag.tsx'
import { FeatureSwitches } from './feature-switches.tsx'
import { flagFilters, flagSortColumns } from './filters.ts'
import { isLocal, listFlags, OWN_FEATURE } from './flags.ts'

const FlagDialog = lazy(async () => {
  const { FlagDialog: component } = await import('./flag-dialog.tsx')
  return { default: component }
})

/** The features with their switches, and the properties of the installation. */
export function FeatureFlagsPage(): ReactNode {
  const session = useSession()
  const { values, set, href } = useFilters(flagFilters)
  const flags = useQuery(propertiesQuery)
  const [leaving, setLeaving] = useState<Property>()
  const mayWrite = session.may('write', 'feature_flags')
  const hidden = useDisabledFeatures().has(OWN_FEATURE)
  const columns = useMemo(() => {
    if (!mayWrite) return flagColumns
    const actions = actionsColumn<Property>({
      nameOf: ({ name }) => name,
      href: ({ name }) => href({ flag: name }),
      onDelete: setLeaving,
      fixed: isLocal,
    })
    return [...flagColumns, actions]
  }, [mayWrite, href])
  const rows = useMemo(
    () => flags.data && { rows: listFlags(flags.data, values), total: flags.data.length },
    [flags.data, values],
  )
  const open = flags.data?.find(({ name }) => name === values.flag)
  const close = () => set({ flag: undefined, add: false })

  return (
    <>
      <SettingsList
        title="Feature Flags"
        things="feature flags"
        searchPlaceholder="Search by name, value or description"
        list={{ ...flags, data: rows }}
        values={values}
        set={set}
        sortColumns={flagSortColumns}
        columns={columns}
        rowId={(flag) => flag.name}
        rowHref={(flag) => href({ flag: flag.name })}
        selectedId={values.flag}
        onClear={() => set({ query: '' })}
        add={mayWrite ? { label: 'Add', href: href({ add: true }) } : undefined}
        empty={{
          title: 'No data available',
          icon: <Flag strokeWidth={1.5} />,
          text: 'Properties are settings by name. A feature that is switched off has one here.',
        }}
      >
        {hidden && (
          <Notice kind="warning">
            This page is hidden from everybody by settings.feature_flags.disable. You reach it here because
            you may change flags.
          </Notice>
        )}
        <FeatureSwitches properties={flags.data} mayWrite={mayWrite} />
        <h2 className="font-semibold text-secondary">Properties</h2>
      </SettingsList>
      <Suspense>
        {values.add && mayWrite && <FlagDialog onClose={close} />}
        {open !== undefined && <FlagDialog key={open.name} flag={open} onClose={close} />}
      </Suspense>
      {leaving !== undefined && <DeleteFlag flag={leaving} onClose={() => setLeaving(undefined)} />}
    </>
  )
}
