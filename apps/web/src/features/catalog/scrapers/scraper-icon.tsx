import {
  Braces,
  Cloud,
  Database,
  FileText,
  Files,
  GitBranch,
  Globe,
  Layers,
  type LucideIcon,
  ScanSearch,
  ShieldCheck,
  ShipWheel,
  Terminal,
  Workflow,
} from 'lucide-react'
import { createElement, type ReactNode } from 'react'

/** Pictures by the icon that a type declares. */
const pictures: ReadonlyMap<string, LucideIcon> = new Map([
  ['azure-devops', Workflow],
  ['braces', Braces],
  ['cloud', Cloud],
  ['database', Database],
  ['file', Files],
  ['file-text', FileText],
  ['github', GitBranch],
  ['globe', Globe],
  ['ship-wheel', ShipWheel],
  ['terminal', Terminal],
  ['terraform', Layers],
  ['trivy', ShieldCheck],
])

/** Picture of a scraper type. @param props.name the icon that it declares */
export function ScraperIcon({ name, className }: { name: string; className?: string }): ReactNode {
  return createElement(pictures.get(name) ?? ScanSearch, {
    className: className ?? 'size-4 shrink-0 text-muted',
    'aria-hidden': 'true',
  })
}
