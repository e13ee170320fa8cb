import { Columns3 } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { IconButton } from '../primitives/icon-button.tsx'
import { Popover } from '../primitives/popover.tsx'
import { Skeleton } from '../primitives/skeleton.tsx'
import type { DataColumn, Sort } from './column.ts'
import { patiently } from '../utilities/patiently.ts'

/** The fields of a column for the chooser. */
export type Choosable = Pick<DataColumn<never>, 'id' | 'header' | 'sortable'>

export interface TableSettingsProps {
  columns: readonly Choosable[]
  hidden: readonly string[]
  onHiddenChange: (hidden: readonly string[]) => void
  sort: Sort | undefined
  onSortChange: ((sort: Sort | undefined) => void) | undefined
}

const TableSettingsPopup = lazy(async () => {
  const { TableSettingsPopup: component } = await patiently(() => import('./table-settings-popup.tsx'))
  return { default: component }
})

/** Settings of the visible columns, and of the sort order where headers have no room. */
export function TableSettings(props: TableSettingsProps): ReactNode {
  return (
    <Popover
      label="Table settings"
      align="end"
      className="flex w-60 flex-col gap-3 p-3"
      trigger={<IconButton label="Table settings" size="small" icon={<Columns3 className="size-3.5" />} />}
    >
      <Suspense fallback={<Skeleton className="h-48" />}>
        <TableSettingsPopup {...props} />
      </Suspense>
    </Popover>
  )
}
