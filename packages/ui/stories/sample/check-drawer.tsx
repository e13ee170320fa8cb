import type { CheckState } from '@binnacle/contract/health'
import { BellOff, Pencil, Play } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { LatencyChart } from '../../src/chart/index.ts'
import { CodeViewer } from '../../src/code/index.ts'
import {
  Age,
  Badge,
  Button,
  type DataColumn,
  DataTable,
  Drawer,
  Duration,
  HealthBadge,
  IconButton,
  Select,
  Stat,
  StatGroup,
  Tabs,
  UptimeValue,
} from '../../src/index.ts'
import { sampleCourse } from './chart.ts'
import type { SampleCheck } from './checks.ts'
import { canaryYaml } from './code.ts'
import { ago, NOW } from './time.ts'

interface Run {
  id: string
  time: string
  state: CheckState
  duration: number
  message: string
}

const runs: readonly Run[] = Array.from({ length: 12 }, (_, index) => {
  const failed = index < 4
  return {
    id: `run-${index}`,
    time: ago(12_000 + index * 30_000),
    state: failed ? 'unhealthy' : 'healthy',
    duration: failed ? 4_120 - index * 90 : 240 + index * 13,
    message: failed
      ? 'connect: FATAL: sorry, too many clients already (max_connections 100)'
      : 'select 1 returned 1 row',
  }
})

const historyColumns: readonly DataColumn<Run>[] = [
  { id: 'message', header: 'Message', width: 240, cell: (run) => run.message },
  {
    id: 'status',
    header: 'Health',
    width: 120,
    narrow: 'keep',
    cell: (run) => <HealthBadge state={run.state} />,
  },
  {
    id: 'duration',
    header: 'Duration',
    numeric: true,
    width: 96,
    cell: (run) => <Duration milliseconds={run.duration} />,
  },
  { id: 'time', header: 'Age', numeric: true, width: 80, cell: (run) => <Age time={run.time} /> },
]

const course = sampleCourse()

const tabs = [
  { id: 'history', label: 'History', href: '#history', count: 1_440 },
  { id: 'spec', label: 'Specification', href: '#spec' },
] as const

/** The details of one check, beside the list. */
export function CheckDrawer(props: { check: SampleCheck | undefined; onClose: () => void }): ReactNode {
  const { check } = props
  if (check === undefined) return null
  return (
    <Drawer
      open
      onClose={props.onClose}
      size="large"
      title={check.name}
      heading={
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 text-lead font-semibold wrap-anywhere">{check.name}</span>
          <HealthBadge state={check.state} pill />
        </div>
      }
      subtitle={
        <span className="flex flex-wrap items-center gap-2">
          <code className="text-small wrap-anywhere">postgres://ledger.payments.svc:5432/ledger</code>
          <Badge>{check.namespace}</Badge>
          <Badge tone="outline" code>
            team=payments
          </Badge>
        </span>
      }
      actions={
        <>
          <Button size="small" icon={<Play className="size-3" />}>
            Run now
          </Button>
          <IconButton label="Silence" size="small" icon={<BellOff className="size-3.5" />} />
          <IconButton label="Edit" size="small" icon={<Pencil className="size-3.5" />} />
        </>
      }
    >
      <div className="flex flex-col gap-5 p-4 md:p-5">
        <p className="rounded-panel border border-unhealthy-line bg-unhealthy-subtle px-3 py-2 wrap-anywhere">
          <strong className="font-semibold">Failing for 47 min.</strong> connect: FATAL: sorry, too many
          clients already (max_connections 100)
        </p>
        <StatGroup>
          <Stat
            label="Uptime, 1 day"
            value={<UptimeValue passed={1_322} failed={118} />}
            note="1322 of 1440 passed"
          />
          <Stat label="Latency, p95" value={<Duration milliseconds={382} />} note="p50 164ms · p99 4.12s" />
          <Stat label="Severity" value="High" note="team payments" />
          <Stat label="Last run" value={<Age time={ago(12_000)} />} note="next in 18s" />
        </StatGroup>
        <CheckChart />
        <CheckTabs />
      </div>
    </Drawer>
  )
}

function CheckChart(): ReactNode {
  const [range, setRange] = useState<'1h' | '1d' | '1w'>('1d')
  return (
    <section aria-label="Latency" className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-2">
        <h3 className="font-semibold">Latency and runs</h3>
        <Select
          label="Time range"
          size="small"
          value={range}
          onChange={setRange}
          options={[
            { value: '1h', label: '1 hour' },
            { value: '1d', label: '1 day' },
            { value: '1w', label: '1 week' },
          ]}
        />
      </div>
      <LatencyChart
        label="Latency of the ledger database"
        points={course.points}
        lines={course.lines}
        threshold={1_000}
        range={{ from: NOW - 86_400_000, to: NOW }}
        onSelectRange={() => undefined}
        height={200}
      />
    </section>
  )
}

function CheckTabs(): ReactNode {
  const [tab, setTab] = useState<(typeof tabs)[number]['id']>('history')
  return (
    <Tabs label="Check" tabs={tabs} value={tab} onChange={setTab} panelClassName="pt-3">
      {tab === 'history' ? (
        <DataTable
          label="History"
          columns={historyColumns}
          rows={runs}
          rowId={(run) => run.id}
          rowHref={(run) => `?story=Screen: check&run=${run.id}`}
        />
      ) : (
        <CodeViewer code={canaryYaml} language="yaml" label="checkout.yaml" />
      )}
    </Tabs>
  )
}
