import type { QuietHours } from '@binnacle/contract/on-call'
import { timeZone } from '@binnacle/ui'
import type { ReactNode } from 'react'
import { useController } from 'react-hook-form'
import { HoursField, ZoneField } from '../../../application/forms/weekly-hours.tsx'
import type { EntryForm } from '../../../application/resource/use-entry-form.ts'
import type { RuleValues } from './rule-values.ts'

const nights = (): QuietHours => ({
  timeZone: timeZone(),
  hours: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '22:00', to: '07:00' }],
})

/** The hours in which messages of a rule wait. */
export function QuietHoursField({ entry }: { entry: EntryForm<RuleValues, RuleValues> }): ReactNode {
  const { field } = useController({ control: entry.form.control, name: 'quiet_hours' })
  const quiet = field.value ?? nights()
  const write = (next: QuietHours) => field.onChange(next)
  const error = entry.errorOf('quiet_hours')
  return (
    <div className="flex flex-col gap-4 rounded-panel border border-line p-3">
      <ZoneField
        label="Time zone"
        value={quiet.timeZone}
        error={undefined}
        onChange={(zone) => write({ ...quiet, timeZone: zone })}
      />
      <HoursField
        legend="Hours"
        empty="Add hours."
        path="hours"
        value={quiet.hours}
        errorOf={(path) => (path === 'hours' ? error : undefined)}
        onChange={(hours) => write({ ...quiet, hours })}
      />
    </div>
  )
}
