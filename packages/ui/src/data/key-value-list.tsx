import type { ReactNode } from 'react'
import { classNames } from '../utilities/class-names.ts'
import { NoValue } from './no-value.tsx'

/** A named value. */
export interface KeyValue {
  label: string
  /** null and undefined are shown as a dash. */
  value: ReactNode
  /** A button at the right, such as a copy button. */
  action?: ReactNode
}

/** A list of named values; wide screens show the names in a column. */
export function KeyValueList(props: { items: readonly KeyValue[]; className?: string }): ReactNode {
  return (
    <dl className={classNames('@container divide-y divide-line', props.className)}>
      {props.items.map((item) => (
        <div
          key={item.label}
          className="grid grid-cols-[1fr_auto] items-center gap-x-4 py-1.5 @md:grid-cols-[9rem_1fr_auto]"
        >
          <dt className="col-span-2 min-w-0 wrap-anywhere text-muted @md:col-span-1">{item.label}</dt>
          <dd className="min-w-0 wrap-anywhere">{item.value ?? <NoValue />}</dd>
          {item.action !== undefined && <dd>{item.action}</dd>}
        </div>
      ))}
    </dl>
  )
}
