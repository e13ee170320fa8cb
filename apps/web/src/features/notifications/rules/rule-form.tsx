import { eventLabel, notifiableEvents } from '@binnacle/contract/kinds'
import { groupKeys } from '@binnacle/contract/notifications'
import type { ComboboxOption } from '@binnacle/ui'
import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { FormPart } from '../../../application/forms/form-part.tsx'
import { EntrySchemaFields } from '../../../application/resource/entry-schema-fields.tsx'
import { EntryTexts } from '../../../application/resource/entry-texts.tsx'
import type { EntryForm } from '../../../application/resource/use-entry-form.ts'
import { suggestVariables } from './cel-suggest.ts'
import { ConditionsField } from './conditions-field.tsx'
import { FurtherRecipients } from './further-recipients.tsx'
import { PolicyField } from './policy-field.tsx'
import { QuietHoursField } from './quiet-hours-field.tsx'
import { RecipientField } from './recipient-field.tsx'
import { ruleSchema } from './rule-schema.ts'
import type { RuleValues } from './rule-values.ts'

const groupLabels: Readonly<Record<string, string>> = {
  resource: 'Resource',
  type: 'Type',
  status_reason: 'Reason',
  namespace: 'Namespace',
} satisfies Record<(typeof groupKeys)[number], string>

const groupOption = (key: string): ComboboxOption => ({
  value: key,
  label: groupLabels[key] ?? key.replace(/^label:/, 'Label '),
})

/** What can be grouped by. Any other word is offered as the name of a label. */
function offeredGroups(typed: string): string[] {
  const word = typed.replace(/^label:/, '')
  if (!/^[^\s,]+$/.test(word)) return [...groupKeys]
  const found = groupKeys.filter((key) => groupOption(key).label.toLowerCase().includes(word.toLowerCase()))
  return [...found, `label:${word}`]
}

const eventOption = (event: string): ComboboxOption => ({
  value: event,
  label: eventLabel(event),
  note: event,
})

/** Events whose words or code contain what is typed. */
function offeredEvents(typed: string): string[] {
  const word = typed.toLowerCase()
  return notifiableEvents.filter((event) => `${eventLabel(event)} ${event}`.toLowerCase().includes(word))
}

/** The fields of a rule. */
export function RuleFields({ entry }: { entry: EntryForm<RuleValues, RuleValues> }): ReactNode {
  const fallsBack = useWatch({ control: entry.form.control, name: 'falls_back' })
  const fields = (...names: (keyof typeof ruleSchema.properties)[]) => (
    <EntrySchemaFields entry={entry} schema={ruleSchema} names={names} suggest={suggestVariables} />
  )
  const isQuiet = useWatch({ control: entry.form.control, name: 'is_quiet' })
  const { group_by: group, events } = ruleSchema.properties
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-[1fr_auto]">{fields('name', 'enabled')}</div>
      <FormPart title="When">
        <EntryTexts
          entry={entry}
          name="events"
          required
          label={events.title}
          help={events.description}
          placeholder={events.placeholder}
          offers={offeredEvents}
          optionOf={eventOption}
        />
        <ConditionsField entry={entry} />
        {fields('filter')}
      </FormPart>
      <FormPart title="Tell">
        <RecipientField entry={entry} which="rule" />
        <FurtherRecipients entry={entry} />
      </FormPart>
      <FormPart title="How often">
        {fields('repeats', 'repeat_interval', 'waits', 'wait_for')}
        <EntryTexts
          entry={entry}
          name="group_by"
          label={group.title}
          help={group.description}
          placeholder={group.placeholder}
          offers={offeredGroups}
          optionOf={groupOption}
        />
        {fields('inhibit', 'reminds', 'reminder_interval', 'closes_late', 'closing_delay', 'is_quiet')}
        {isQuiet && <QuietHoursField entry={entry} />}
        {fields('flapping')}
        <div className="grid gap-4 sm:grid-cols-3">
          {fields('flapping_changes', 'flapping_window', 'flapping_calm')}
        </div>
      </FormPart>
      <FormPart title="If nobody acknowledges it">
        <PolicyField entry={entry} />
      </FormPart>
      <FormPart title="If nobody could be told">
        {fields('falls_back')}
        {fallsBack && <RecipientField entry={entry} which="fallback" />}
        {fields('fallback_delay')}
      </FormPart>
      <FormPart title="Message">{fields('title', 'template_kind', 'template', 'properties')}</FormPart>
    </>
  )
}
