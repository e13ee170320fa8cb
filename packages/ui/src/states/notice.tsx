import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../utilities/class-names.ts'

const looks = {
  information: { Icon: Info, box: 'border-line bg-band', icon: 'text-secondary', role: 'status' },
  success: {
    Icon: CircleCheck,
    box: 'border-healthy-line bg-healthy-subtle',
    icon: 'text-healthy',
    role: 'status',
  },
  warning: {
    Icon: TriangleAlert,
    box: 'border-warning-line bg-warning-subtle',
    icon: 'text-warning',
    role: 'status',
  },
  error: {
    Icon: CircleAlert,
    box: 'border-unhealthy-line bg-unhealthy-subtle',
    icon: 'text-unhealthy',
    role: 'alert',
  },
} as const

/** A message within a page or form that stays until its reason is gone. Screen readers announce it when it appears. */
export function Notice(props: {
  kind: keyof typeof looks
  children: ReactNode
  /** Buttons and links below the message. */
  actions?: ReactNode
}): ReactNode {
  const { Icon, box, icon, role } = looks[props.kind]
  return (
    <div role={role} className={classNames('flex gap-2 rounded-control border px-3 py-2', box)}>
      <Icon aria-hidden="true" className={classNames('mt-0.5 size-4 shrink-0', icon)} />
      <div className="min-w-0 flex-1 wrap-anywhere">
        {props.children}
        {props.actions !== undefined && <div className="mt-2 flex flex-wrap gap-2">{props.actions}</div>}
      </div>
    </div>
  )
}
