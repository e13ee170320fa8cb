import type { ReactNode } from 'react'
import { Skeleton } from '../primitives/skeleton.tsx'
import type { DataColumn } from './column.ts'

/** Widths that make placeholders look like words. */
const widths = ['w-3/4', 'w-1/2', 'w-2/3', 'w-3/5', 'w-5/6'] as const

/** Placeholder rows with the columns of the table. */
export function LoadingRows(props: {
  columns: readonly Pick<DataColumn<never>, 'id' | 'numeric'>[]
  template: string
  rows: number
}): ReactNode {
  return (
    <tbody className="block" aria-hidden="true">
      {Array.from({ length: props.rows }, (_, row) => (
        <tr
          key={row}
          className="grid min-h-row items-center border-b border-line last:border-b-0"
          style={{ gridTemplateColumns: props.template }}
        >
          {props.columns.map((column, index) => (
            <td key={column.id} className="px-cell">
              <Skeleton
                className={
                  index === 0
                    ? (widths[row % widths.length] ?? 'w-2/3')
                    : column.numeric === true
                      ? 'ml-auto w-8'
                      : 'w-12'
                }
              />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}
