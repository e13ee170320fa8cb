import {
  Badge,
  CopyButton,
  HealthBadge,
  KeyValueList,
  Sparkline,
  Stat,
  StatGroup,
  UptimeValue,
} from '../src/index.ts'
import type { Story } from './story.ts'

export const title = 'Stat'

export const stories: readonly Story[] = [
  {
    name: 'Tiles',
    render: () => (
      <StatGroup>
        <Stat
          label="Uptime, 1 day"
          value={<UptimeValue passed={1_402} failed={38} />}
          note="1402 passed, 38 failed"
        />
        <Stat
          label="Latency, p95"
          value="382ms"
          note="p99 1.2s"
          aside={<Sparkline values={[3, 4, 3, 5, 9, 4, 3]} width={64} />}
        />
        <Stat label="Severity" value="High" />
        <Stat label="Last run" value="12s ago" note="next in 18s" />
      </StatGroup>
    ),
  },
  {
    name: 'Key and value',
    render: () => (
      <div className="max-w-lg">
        <KeyValueList
          items={[
            { label: 'Health', value: <HealthBadge state="unhealthy" /> },
            {
              label: 'Endpoint',
              value: <code>https://checkout.internal.example/health</code>,
              action: <CopyButton text="https://checkout.internal.example/health" what="endpoint" />,
            },
            {
              label: 'Labels',
              value: (
                <span className="flex gap-1">
                  <Badge tone="outline" code>
                    team=payments
                  </Badge>
                </span>
              ),
            },
            { label: 'Agent', value: null },
          ]}
        />
      </div>
    ),
  },
]
