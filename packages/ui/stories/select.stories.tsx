import { type ReactNode, useState } from 'react'
import { HealthShape, Select } from '../src/index.ts'
import type { Story } from './story.ts'

export const title = 'Select'

function Ranges({ size }: { size?: 'small' | 'medium' }): ReactNode {
  const [range, setRange] = useState<'15m' | '1h' | '1d'>('1h')
  return (
    <div>
      <Select
        label="Time range"
        showLabel
        size={size ?? 'medium'}
        value={range}
        onChange={setRange}
        options={[
          { value: '15m', label: '15 minutes' },
          { value: '1h', label: '1 hour' },
          { value: '1d', label: '1 day' },
        ]}
      />
    </div>
  )
}

function States(): ReactNode {
  const [state, setState] = useState<'all' | 'unhealthy' | 'healthy'>('unhealthy')
  return (
    <div className="w-48">
      <Select
        label="Status"
        className="w-full"
        value={state}
        onChange={setState}
        options={[
          { value: 'all', label: 'All', note: '312' },
          {
            value: 'unhealthy',
            label: 'Unhealthy',
            note: '4',
            icon: <HealthShape shape="cross" tone="unhealthy" />,
          },
          {
            value: 'healthy',
            label: 'Healthy',
            note: '308',
            icon: <HealthShape shape="check" tone="healthy" />,
          },
        ]}
      />
    </div>
  )
}

export const stories: readonly Story[] = [
  { name: 'With its label', render: () => <Ranges /> },
  { name: 'Small', render: () => <Ranges size="small" /> },
  { name: 'With pictures and counts', render: () => <States /> },
]
