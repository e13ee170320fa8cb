import {
  Activity,
  Archive,
  BellRing,
  BookUser,
  Cloud,
  Database,
  Flame,
  Folder,
  Gauge,
  GitBranch,
  Globe,
  HardDrive,
  type LucideIcon,
  Mail,
  MessageSquare,
  Monitor,
  Plug,
  Search,
  Send,
  ShipWheel,
  Siren,
  Hash,
  Webhook,
} from 'lucide-react'
import { createElement, type ReactNode } from 'react'

/** Pictures by the names that connection types give. */
const icons: ReadonlyMap<string, LucideIcon> = new Map([
  ['activity', Activity],
  ['archive', Archive],
  ['bell-ring', BellRing],
  ['book-user', BookUser],
  ['cloud', Cloud],
  ['database', Database],
  ['flame', Flame],
  ['folder', Folder],
  ['gauge', Gauge],
  ['git-branch', GitBranch],
  ['globe', Globe],
  ['hard-drive', HardDrive],
  ['mail', Mail],
  ['message-square', MessageSquare],
  ['monitor', Monitor],
  ['search', Search],
  ['send', Send],
  ['ship-wheel', ShipWheel],
  ['siren', Siren],
  ['hash', Hash],
  ['webhook', Webhook],
])

/** The picture of a connection type. @param props.name the one that the type gives */
export function ConnectionIcon({ name, className }: { name: string; className?: string }): ReactNode {
  return createElement(icons.get(name) ?? Plug, {
    className: className ?? 'size-4 shrink-0 text-muted',
    'aria-hidden': 'true',
  })
}
