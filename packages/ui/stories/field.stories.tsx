import { X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Checkbox, IconButton, SelectField, Switch, TextAreaField, TextField } from '../src/index.ts'
import type { Story } from './story.ts'

export const title = 'Field'

const severities = [
  { value: 'low', label: 'Low' },
  { value: 'medium', label: 'Medium' },
  { value: 'high', label: 'High' },
] as const

function Choices(): ReactNode {
  const [severity, setSeverity] = useState<'low' | 'medium' | 'high'>('medium')
  const [enabled, setEnabled] = useState(true)
  const [paused, setPaused] = useState(false)
  const [labels, setLabels] = useState(false)
  return (
    <div className="flex max-w-sm flex-col gap-4">
      <SelectField
        label="Severity"
        help="Decides whom an alert wakes up."
        value={severity}
        onChange={setSeverity}
        options={severities}
      />
      <Switch label="Enabled" checked={enabled} onChange={setEnabled} />
      <Switch label="Paused" checked={paused} onChange={setPaused} />
      <Switch label="Owned by Git" checked disabled onChange={() => undefined} />
      <div className="flex flex-col items-start gap-1">
        <Checkbox label="Copy labels" checked={labels} onChange={setLabels} />
        <Checkbox label="All namespaces" checked={false} mixed onChange={() => undefined} />
        <Checkbox label="Not available" checked disabled onChange={() => undefined} />
      </div>
    </div>
  )
}

export const stories: readonly Story[] = [
  {
    name: 'Text',
    render: () => (
      <div className="flex max-w-sm flex-col gap-4">
        <TextField
          label="Name"
          required
          placeholder="checkout-api"
          help="Lower case letters, digits and hyphens."
        />
        <TextField
          label="Schedule"
          defaultValue="every 5 minutes"
          error="“every 5 minutes” is not a duration; write it as 30s, 5m, 1h30m or 1d"
        />
        <TextField
          label="Token"
          type="password"
          action={<IconButton label="Remove token" size="small" icon={<X className="size-3.5" />} />}
        />
        <TextField label="Owner" disabled defaultValue="team payments" />
        <TextAreaField label="Description" help="Shown to the person whom this check wakes up." />
      </div>
    ),
  },
  { name: 'Choices', render: () => <Choices /> },
]
