import {
  Braces,
  CloudCog,
  FileText,
  Globe,
  Logs,
  type LucideIcon,
  NotebookText,
  Search,
  ShipWheel,
} from 'lucide-react'
import { createElement, type ReactNode } from 'react'

/** Pictures by the icon that a type declares. */
const pictures: ReadonlyMap<string, LucideIcon> = new Map([
  ['braces', Braces],
  ['cloud', CloudCog],
  ['file-text', FileText],
  ['globe', Globe],
  ['journal', NotebookText],
  ['search', Search],
  ['ship-wheel', ShipWheel],
])

/** Picture of a type of log backend. @param props.name the icon that it declares */
export function BackendIcon({ name, className }: { name: string; className?: string }): ReactNode {
  return createElement(pictures.get(name) ?? Logs, {
    className: className ?? 'size-4 shrink-0 text-muted',
    'aria-hidden': 'true',
  })
}
