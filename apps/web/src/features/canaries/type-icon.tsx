import {
  Archive,
  BellRing,
  BookUser,
  Braces,
  Database,
  FlaskConical,
  Flame,
  Folder,
  Globe,
  HeartPulse,
  Plug,
  Radio,
  Search,
  Signpost,
  Terminal,
} from 'lucide-react'
import { type ComponentType, createElement, type ReactNode } from 'react'

/** Pictures of check types, by the name that a type gives. */
const icons: ReadonlyMap<string, ComponentType<{ className?: string; 'aria-hidden'?: 'true' }>> = new Map([
  ['archive', Archive],
  ['bell-ring', BellRing],
  ['book-user', BookUser],
  ['braces', Braces],
  ['database', Database],
  ['flask-conical', FlaskConical],
  ['flame', Flame],
  ['folder', Folder],
  ['globe', Globe],
  ['plug', Plug],
  ['radio', Radio],
  ['search', Search],
  ['signpost', Signpost],
  ['terminal', Terminal],
])

/** The picture of a check type. */
export function TypeIcon({ name, className }: { name: string; className?: string }): ReactNode {
  return createElement(icons.get(name) ?? HeartPulse, {
    className: className ?? 'size-4 shrink-0 text-muted',
    'aria-hidden': 'true',
  })
}
