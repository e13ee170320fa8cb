import type { ReactNode } from 'react'
import { classNames } from '../utilities/class-names.ts'
import { useElementWidth } from '../utilities/element-width.ts'
import { type DataColumn, fitColumns, gridTemplate } from './column.ts'
import { LoadingRows } from './loading-rows.tsx'
import { TableHeader } from './table-header.tsx'

/** A placeholder table, for pages whose code is still loading. */
export function LoadingTable(props: {
  label: string
  columns: readonly Pick<DataColumn<never>, 'id' | 'header' | 'numeric' | 'width' | 'grow' | 'narrow'>[]
  rows?: number
  className?: string
}): ReactNode {
  const [measure, width] = useElementWidth()
  const layout = fitColumns(props.columns, width)
  const template = gridTemplate(layout.columns, layout.stacked, 0)
  return (
    <div
      ref={measure}
      className={classNames('overflow-clip rounded-panel border border-line bg-surface', props.className)}
    >
      <table aria-label={props.label} aria-busy="true" className="block w-full">
        <TableHeader
          columns={layout.columns}
          template={template}
          sort={undefined}
          onSort={undefined}
          trailing={undefined}
        />
        <LoadingRows columns={layout.columns} template={template} rows={props.rows ?? 8} />
      </table>
      <output className="sr-only">{`Loading ${props.label}`}</output>
    </div>
  )
}
