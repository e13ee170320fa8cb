import { type OwnReach, ownQuietHours, type QuietHours } from '@binnacle/contract/on-call'
import { Button, Panel, Switch, timeZone } from '@binnacle/ui'
import type { ReactNode } from 'react'
import { HoursField, ZoneField } from '../../application/forms/weekly-hours.tsx'
import { REACH, saveQuietHours } from './queries.ts'
import { FormFrame } from '../../application/forms/form-frame.tsx'
import { readBy, useDocumentForm, useFormDocument } from '../../application/forms/use-document-form.ts'

const nights = (): QuietHours => ({
  timeZone: timeZone(),
  hours: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '22:00', to: '07:00' }],
})

/** The hours in which messages to the person wait. */
export function QuietHoursPanel({ reach }: { reach: OwnReach }): ReactNode {
  const form = useDocumentForm(useFormDocument({ quietHours: reach.quietHours }, 'newer'), {
    read: (entered) => readBy(ownQuietHours, entered),
    fields: /^quietHours\.(timeZone|hours.*)$/,
    send: saveQuietHours,
    success: 'Quiet hours saved',
    keys: [[REACH]],
    onDone: () => {},
  })
  const { value, set, errorOf } = form
  const quiet = value.quietHours
  return (
    <Panel
      title="Quiet hours"
      description="Messages to you wait until these hours end. Critical ones are sent at once."
    >
      <FormFrame {...form.frame}>
        <Switch
          label="Wait in quiet hours"
          checked={quiet !== null}
          onChange={(isOn) => set({ quietHours: isOn ? nights() : null })}
        />
        {quiet !== null && (
          <>
            <ZoneField
              label="Time zone"
              value={quiet.timeZone}
              error={errorOf('quietHours.timeZone')}
              onChange={(zone) => set({ quietHours: { ...quiet, timeZone: zone } })}
            />
            <HoursField
              legend="Hours"
              empty="Add hours."
              path="quietHours.hours"
              value={quiet.hours}
              errorOf={errorOf}
              onChange={(hours) => set({ quietHours: { ...quiet, hours } })}
            />
          </>
        )}
        <Button variant="primary" type="submit" className="self-start" loading={form.sending}>
          Save quiet hours
        </Button>
      </FormFrame>
    </Panel>
  )
}
