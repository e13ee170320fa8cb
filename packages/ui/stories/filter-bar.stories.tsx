import { type ReactNode, useState } from 'react'
import { FilterBar, type FilterControl, HealthCounts, type TriStateFilter } from '../src/index.ts'
import type { Story } from './story.ts'

export const title = 'FilterBar'

const types = ['http', 'tcp', 'dns', 'icmp', 'postgres', 'redis', 'kafka', 'grpc', 's3', 'smtp'].map(
  (value, index) => ({
    value,
    label: value,
    count: 40 - index * 3,
  }),
)

function Example(props: { status: string; types: TriStateFilter; narrow?: boolean }): ReactNode {
  const [query, setQuery] = useState('')
  const [status, setStatus] = useState(props.status)
  const [chosen, setChosen] = useState(props.types)
  const [hidePassing, setHidePassing] = useState(false)
  const filters: readonly FilterControl[] = [
    {
      kind: 'choice',
      id: 'status',
      label: 'Status',
      value: status,
      neutral: 'all',
      onChange: setStatus,
      options: [
        { value: 'all', label: 'All' },
        { value: 'unhealthy', label: 'Unhealthy', count: 4 },
        { value: 'healthy', label: 'Healthy', count: 308 },
      ],
    },
    { kind: 'triState', id: 'type', label: 'Type', value: chosen, options: types, onChange: setChosen },
    {
      kind: 'toggle',
      id: 'hidePassing',
      label: 'Hide passing',
      value: hidePassing,
      neutral: false,
      onChange: setHidePassing,
    },
  ]
  return (
    <div className={props.narrow === true ? 'w-full max-w-90' : undefined}>
      <FilterBar
        search={{
          value: query,
          onSearch: setQuery,
          label: 'Search checks',
          placeholder: 'Search by name, description, or endpoint',
          focusKeys: props.narrow === true ? null : '/',
        }}
        filters={filters}
        onClearAll={() => {
          setQuery('')
          setStatus('all')
          setChosen(new Map())
          setHidePassing(false)
        }}
      >
        <HealthCounts counts={{ healthy: 308, unhealthy: 4, unknown: 2 }} />
      </FilterBar>
    </div>
  )
}

const some: TriStateFilter = new Map([
  ['http', 1],
  ['dns', -1],
])

export const stories: readonly Story[] = [
  { name: 'Neutral', render: () => <Example status="all" types={new Map()} /> },
  { name: 'Active', render: () => <Example status="unhealthy" types={some} /> },
  { name: 'Narrow', render: () => <Example status="unhealthy" types={some} narrow /> },
]
