import { Activity, Boxes, HeartPulse, Play, SunMoon, TriangleAlert } from 'lucide-react'
import { HealthShape } from '../../src/index.ts'
import type { PaletteItem } from '../../src/palette/index.ts'
import { checks } from './checks.ts'

const perform = (): void => undefined

/** Pages, actions and checks to find. */
export const paletteItems: readonly PaletteItem[] = [
  { id: 'health', label: 'Go to Health', group: 'Pages', shortcut: 'g h', icon: <HeartPulse />, perform },
  {
    id: 'incidents',
    label: 'Go to Incidents',
    group: 'Pages',
    shortcut: 'g i',
    icon: <TriangleAlert />,
    perform,
  },
  { id: 'catalog', label: 'Go to Catalog', group: 'Pages', shortcut: 'g c', icon: <Boxes />, perform },
  { id: 'playbooks', label: 'Go to Playbooks', group: 'Pages', shortcut: 'g p', icon: <Activity />, perform },
  { id: 'run', label: 'Run failing checks now', group: 'Actions', icon: <Play />, perform },
  {
    id: 'theme',
    label: 'Switch theme',
    group: 'Actions',
    keywords: ['dark', 'light'],
    icon: <SunMoon />,
    perform,
  },
  ...checks.map((check) => ({
    id: check.id,
    label: check.name,
    group: 'Checks',
    note: check.namespace,
    icon: (
      <HealthShape
        shape={check.state === 'healthy' ? 'check' : check.state === 'unhealthy' ? 'cross' : 'question'}
        tone={check.state}
      />
    ),
    perform,
  })),
]
