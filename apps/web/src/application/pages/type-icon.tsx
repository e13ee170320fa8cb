import {
  Archive,
  BellRing,
  BookUser,
  Braces,
  Database,
  FlaskConical,
  Flame,
  Folder,
  GitBranch,
  Globe,
  HardDrive,
  HeartPulse,
  type LucideIcon,
  MemoryStick,
  Plug,
  Radio,
  Search,
  ShipWheel,
  Signpost,
  Terminal,
  Webhook,
} from 'lucide-react'
import { createElement, type ReactNode } from 'react'

/** Icons by icon name and by type name. */
const icons: ReadonlyMap<string, LucideIcon> = new Map([
  ['alertmanager', BellRing],
  ['archive', Archive],
  ['bell-ring', BellRing],
  ['book-user', BookUser],
  ['braces', Braces],
  ['database', Database],
  ['dns', Signpost],
  ['elasticsearch', Search],
  ['exec', Terminal],
  ['flame', Flame],
  ['flask-conical', FlaskConical],
  ['folder', Folder],
  ['git-branch', GitBranch],
  ['gitProtocol', GitBranch],
  ['globe', Globe],
  ['hard-drive', HardDrive],
  ['http', Globe],
  ['icmp', Radio],
  ['junit', FlaskConical],
  ['kubernetes', ShipWheel],
  ['ldap', BookUser],
  ['memory-stick', MemoryStick],
  ['mongodb', Database],
  ['mssql', Database],
  ['mysql', Database],
  ['opensearch', Search],
  ['plug', Plug],
  ['postgres', Database],
  ['prometheus', Flame],
  ['radio', Radio],
  ['redis', Database],
  ['s3', Archive],
  ['search', Search],
  ['ship-wheel', ShipWheel],
  ['signpost', Signpost],
  ['tcp', Plug],
  ['terminal', Terminal],
  ['webhook', Webhook],
])

/** Icon of a type. @param props.name icon name that the type declares */
export function TypeIcon({ name, className }: { name: string; className?: string }): ReactNode {
  return createElement(icons.get(name) ?? HeartPulse, {
    className: className ?? 'size-4 shrink-0 text-muted',
    'aria-hidden': 'true',
  })
}

/** Whether an icon with this name exists. */
export const hasTypeIcon = (name: string): boolean => icons.has(name)
