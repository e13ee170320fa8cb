import {
  GroupHealthBadge,
  HealthBadge,
  HealthBar,
  HealthCounts,
  StatusStrip,
  UptimeValue,
} from '../src/index.ts'
import { checks } from './sample/checks.ts'
import type { Story } from './story.ts'

export const title = 'Health'

const states = [
  'healthy',
  'unhealthy',
  'unknown',
  'warning',
  'degraded',
  'missing',
  'suspended',
  'progressing',
]
const row = 'flex flex-wrap items-center gap-4'

export const stories: readonly Story[] = [
  {
    name: 'States',
    render: () => (
      <div className={row}>
        {states.map((state) => (
          <HealthBadge key={state} state={state} />
        ))}
      </div>
    ),
  },
  {
    name: 'Pills',
    render: () => (
      <div className={row}>
        {states.map((state) => (
          <HealthBadge key={state} state={state} pill />
        ))}
      </div>
    ),
  },
  {
    name: 'Groups',
    render: () => (
      <div className={row}>
        <GroupHealthBadge health="good" />
        <GroupHealthBadge health="mixed" />
        <GroupHealthBadge health="bad" />
      </div>
    ),
  },
  {
    name: 'Counts',
    render: () => (
      <div className="flex max-w-md flex-col gap-3">
        <HealthCounts counts={{ healthy: 308, unhealthy: 4, unknown: 2 }} />
        <HealthBar counts={{ healthy: 308, unhealthy: 4, unknown: 2 }} />
        <HealthBar counts={{ healthy: 5, unhealthy: 4, unknown: 3 }} />
        <HealthBar counts={{ healthy: 12, unhealthy: 0, unknown: 0 }} />
      </div>
    ),
  },
  {
    name: 'Uptime',
    render: () => (
      <div className={row}>
        <UptimeValue passed={9_999} failed={1} />
        <UptimeValue passed={100} failed={0} />
        <UptimeValue passed={85} failed={15} />
        <UptimeValue passed={60} failed={40} />
        <UptimeValue passed={0} failed={0} />
      </div>
    ),
  },
  {
    name: 'Recent runs',
    render: () => (
      <div className="flex flex-col gap-2">
        {checks.slice(0, 4).map((check) => (
          <StatusStrip key={check.id} results={check.results} />
        ))}
      </div>
    ),
  },
]
