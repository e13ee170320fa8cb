import type { CheckSummary } from '@binnacle/contract'
import {
  Activity,
  AtSign,
  BellRing,
  Database,
  FlaskConical,
  Folder,
  Globe,
  type LucideIcon,
  Plug,
  Radar,
  SquareTerminal,
  Users,
} from 'lucide-react'
import { createElement, type ReactNode } from 'react'

/** A picture for each type of check; several types of one kind share one. */
const icons: ReadonlyMap<string, LucideIcon> = new Map([
  ['http', Globe],
  ['tcp', Plug],
  ['dns', AtSign],
  ['icmp', Radar],
  ['exec', SquareTerminal],
  ['postgres', Database],
  ['mysql', Database],
  ['redis', Database],
  ['mongodb', Database],
  ['elasticsearch', Database],
  ['ldap', Users],
  ['prometheus', Activity],
  ['alertmanager', BellRing],
  ['s3', Folder],
  ['folder', Folder],
  ['junit', FlaskConical],
])

/** The picture of a check, with its type for those who point or listen. */
export function CheckIcon({ check }: { check: Pick<CheckSummary, 'type' | 'icon'> }): ReactNode {
  const icon = icons.get(check.icon ?? '') ?? icons.get(check.type) ?? Activity
  return (
    <span role="img" aria-label={`Type ${check.type}`} title={check.type} className="text-secondary">
      {createElement(icon, { 'aria-hidden': true, className: 'size-4.5' })}
    </span>
  )
}
