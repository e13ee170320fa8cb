import {
  Activity,
  Archive,
  BellRing,
  BookUser,
  Braces,
  Cloud,
  Database,
  Files,
  FileText,
  Flame,
  FlaskConical,
  Folder,
  Gauge,
  GitBranch,
  Globe,
  HardDrive,
  Hash,
  HeartPulse,
  Layers,
  type LucideIcon,
  Mail,
  MemoryStick,
  MessageSquare,
  Monitor,
  NotebookText,
  Plug,
  Radio,
  Search,
  Send,
  ShieldCheck,
  ShipWheel,
  Signpost,
  Siren,
  Terminal,
  Webhook,
  Workflow,
} from 'lucide-react'
import { createElement, type ReactNode } from 'react'

/** Icons by the names that types of checks, connections, scrapers and log backends declare, and by names of check types. */
const icons: ReadonlyMap<string, LucideIcon> = new Map([
  ['activity', Activity],
  ['alertmanager', BellRing],
  ['archive', Archive],
  ['azure-devops', Workflow],
  ['bell-ring', BellRing],
  ['book-user', BookUser],
  ['braces', Braces],
  ['cloud', Cloud],
  ['database', Database],
  ['dns', Signpost],
  ['elasticsearch', Search],
  ['exec', Terminal],
  ['file', Files],
  ['file-text', FileText],
  ['flame', Flame],
  ['flask-conical', FlaskConical],
  ['folder', Folder],
  ['gauge', Gauge],
  ['git-branch', GitBranch],
  ['gitProtocol', GitBranch],
  ['github', GitBranch],
  ['globe', Globe],
  ['hard-drive', HardDrive],
  ['hash', Hash],
  ['http', Globe],
  ['icmp', Radio],
  ['journal', NotebookText],
  ['junit', FlaskConical],
  ['kubernetes', ShipWheel],
  ['ldap', BookUser],
  ['mail', Mail],
  ['memory-stick', MemoryStick],
  ['message-square', MessageSquare],
  ['mongodb', Database],
  ['monitor', Monitor],
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
  ['send', Send],
  ['ship-wheel', ShipWheel],
  ['signpost', Signpost],
  ['siren', Siren],
  ['tcp', Plug],
  ['terminal', Terminal],
  ['terraform', Layers],
  ['trivy', ShieldCheck],
  ['webhook', Webhook],
])

export interface TypeIconProps {
  /** Icon name that the type declares. */
  name: string
  className?: string
}

/** Icon of a type. @param props.otherwise icon of a name that is not known */
export function TypeIcon({
  name,
  className,
  otherwise = HeartPulse,
}: TypeIconProps & { otherwise?: LucideIcon }): ReactNode {
  return createElement(icons.get(name) ?? otherwise, {
    className: className ?? 'size-4 shrink-0 text-muted',
    'aria-hidden': 'true',
  })
}

/** Whether an icon with this name exists. */
export const hasTypeIcon = (name: string): boolean => icons.has(name)
