import { groupKeys, notifiableEvents, repeatIntervals, waitChoices } from '@binnacle/contract/notifications'
import { type ComboboxOption, Field, LazyCodeEditor, MultiCombobox, SelectField } from '@binnacle/ui'
import type { EditorSize } from '@binnacle/ui/code'
import { type ReactNode, useState } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { EntrySwitch, EntryText } from '../../../application/resource/entry-fields.tsx'
import type { EntryForm } from '../../../application/resource/use-entry-form.ts'
import { suggestVariables } from './cel-suggest.ts'
import { DurationField } from './duration-field.tsx'
import { PolicyField } from './policy-field.tsx'
import { RecipientField } from './recipient-field.tsx'
import { joinTexts, type RuleValues, splitTexts } from './rule-values.ts'

type Entry = EntryForm<RuleValues, RuleValues>

/** The fields of the form that can show an error of the server. */
export const ruleNames = [
  'name',
  'events',
  'filter',
  'person_id',
  'team_id',
  'repeat_interval',
  'wait_for',
  'group_by',
  'fallback_person_id',
  'fallback_team_id',
  'fallback_delay',
  'title',
  'template',
  'properties',
] as const

const optionOf = (text: string): ComboboxOption => ({ value: text, label: text })
const eventOptions = notifiableEvents.map(optionOf)

const groupLabels: Readonly<Record<(typeof groupKeys)[number], string>> = {
  resource: 'Resource',
  type: 'Type',
  status_reason: 'Reason',
  namespace: 'Namespace',
}

function groupOption(key: string): ComboboxOption {
  const known = groupKeys.find((candidate) => candidate === key)
  if (known !== undefined) return { value: key, label: groupLabels[known] }
  return { value: key, label: key.replace(/^label:/, 'Label ') }
}

/** What can be grouped by. Any other word is offered as the name of a label. */
function groupOptions(typed: string): ComboboxOption[] {
  const word = typed.trim().replace(/^label:/, '')
  const known = groupKeys.map(groupOption)
  const found = known.filter(({ label }) => label.toLowerCase().includes(word.toLowerCase()))
  return /^[^\s,]+$/.test(word) ? [...found, groupOption(`label:${word}`)] : known
}

/** A part of the form under a heading. */
export function Part({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <fieldset className="flex flex-col gap-4 border-t border-line pt-4">
      <legend className="float-left w-full text-lead font-semibold">{title}</legend>
      {children}
    </fieldset>
  )
}

function EventsField({ entry }: { entry: Entry }): ReactNode {
  const { field } = useController({ control: entry.form.control, name: 'events' })
  return (
    <Field
      label="Events"
      required
      error={entry.errorOf('events')}
      help="What must happen. A passed check also ends the alert that its failure opened."
    >
      {(control) => (
        <div onBlur={field.onBlur}>
          <MultiCombobox
            {...control}
            options={eventOptions}
            value={splitTexts(field.value).map(optionOf)}
            onChange={(chosen) => field.onChange(joinTexts(chosen.map(({ value }) => value)))}
            placeholder={field.value === '' ? 'Choose events' : ''}
          />
        </div>
      )}
    </Field>
  )
}

function ScriptField(props: {
  entry: Entry
  name: 'filter' | 'template' | 'properties'
  label: string
  help: ReactNode
  required?: true
  language?: 'json'
  placeholder?: string
  size: EditorSize
}): ReactNode {
  const { entry, name, label, help, required, language = 'text' } = props
  const { field } = useController({ control: entry.form.control, name })
  return (
    <Field
      label={label}
      help={help}
      error={entry.errorOf(name)}
      {...(required === undefined ? {} : { required })}
    >
      {(control) => (
        <div onBlur={field.onBlur}>
          <LazyCodeEditor
            id={control.id}
            label={label}
            language={language}
            invalid={control['aria-invalid'] === true}
            describedBy={control['aria-describedby']}
            size={props.size}
            value={field.value}
            onChange={field.onChange}
            {...(props.placeholder === undefined ? {} : { placeholder: props.placeholder })}
            {...(language === 'json' ? {} : { suggest: suggestVariables })}
          />
        </div>
      )}
    </Field>
  )
}

function GroupField({ entry }: { entry: Entry }): ReactNode {
  const { field } = useController({ control: entry.form.control, name: 'group_by' })
  const [typed, setTyped] = useState('')
  return (
    <Field
      label="Group by"
      error={entry.errorOf('group_by')}
      help="One message for all that is the same in these. Type the name of a label."
    >
      {(control) => (
        <MultiCombobox
          {...control}
          options={groupOptions(typed)}
          value={splitTexts(field.value).map(groupOption)}
          onChange={(chosen) => field.onChange(joinTexts(chosen.map(({ value }) => value)))}
          onSearch={setTyped}
          placeholder={field.value === '' ? 'Each resource by itself' : ''}
        />
      )}
    </Field>
  )
}

function TemplateField({ entry }: { entry: Entry }): ReactNode {
  const { field } = useController({ control: entry.form.control, name: 'custom_template' })
  return (
    <div className="flex flex-col gap-2">
      <SelectField
        label="Template"
        className="max-w-60"
        value={field.value ? 'custom' : 'default'}
        options={[
          { value: 'default', label: 'Default' },
          { value: 'custom', label: 'Custom' },
        ]}
        onChange={(chosen) => field.onChange(chosen === 'custom')}
      />
      {field.value && (
        <ScriptField
          entry={entry}
          name="template"
          label="Custom template"
          required
          size="medium"
          placeholder="**{{.check.name}}** on {{.canary.name}} failed: {{.status.error}}"
          help="Markdown with a Go template in it. Services that know no Markdown get plain text."
        />
      )}
    </div>
  )
}

/** The fields of a rule. */
export function RuleFields({ entry }: { entry: Entry }): ReactNode {
  const [repeats, waits, fallsBack] = useWatch({
    control: entry.form.control,
    name: ['repeats', 'waits', 'falls_back'],
  })
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-[1fr_auto]">
        <EntryText
          entry={entry}
          name="name"
          label="Name"
          help="Without one, the rule is named after its events."
        />
        <EntrySwitch entry={entry} name="enabled" label="Enabled" />
      </div>
      <Part title="When">
        <EventsField entry={entry} />
        <ScriptField
          entry={entry}
          name="filter"
          label="Filter"
          size="very-small"
          placeholder="check.labels.tier == 'gold'"
          help="An expression in CEL that must be true. Without one, every event counts."
        />
      </Part>
      <Part title="Tell">
        <RecipientField entry={entry} which="rule" />
      </Part>
      <Part title="How often">
        <EntrySwitch
          entry={entry}
          name="repeats"
          label="Limit repetitions"
          help="The same event of the same resource is told once in an interval."
        />
        {repeats && (
          <DurationField
            entry={entry}
            name="repeat_interval"
            label="Repeat interval"
            choices={repeatIntervals}
            help="Such as 90m or 2d; 1m is a month here."
          />
        )}
        <EntrySwitch
          entry={entry}
          name="waits"
          label="Wait before sending"
          help="Nobody is told of what is over by then."
        />
        {waits && (
          <DurationField
            entry={entry}
            name="wait_for"
            label="Wait for"
            choices={waitChoices}
            help="At least a minute, such as 90s or 5m."
          />
        )}
        <GroupField entry={entry} />
        <EntrySwitch
          entry={entry}
          name="inhibit"
          label="Keep quiet about what depends on something that failed"
          help="While a resource is unhealthy, the ones that depend on it do not send their own messages."
        />
      </Part>
      <Part title="If nobody acknowledges it">
        <PolicyField entry={entry} />
      </Part>
      <Part title="If nobody could be told">
        <EntrySwitch
          entry={entry}
          name="falls_back"
          label="Tell someone else"
          help="When the message was not sent, or waits, for this long."
        />
        {fallsBack && (
          <>
            <RecipientField entry={entry} which="fallback" />
            <DurationField
              entry={entry}
              name="fallback_delay"
              label="After"
              choices={['1m', '5m', '15m', '30m', '1h']}
              help="At least a minute."
            />
          </>
        )}
      </Part>
      <Part title="Message">
        <EntryText
          entry={entry}
          name="title"
          label="Title"
          help="A Go template such as {{.check.name}} failed. Without one, each event has its own."
        />
        <TemplateField entry={entry} />
        <ScriptField
          entry={entry}
          name="properties"
          label="Properties"
          language="json"
          size="very-small"
          placeholder={'{ "priority": "5" }'}
          help="Settings of the notification service, as JSON."
        />
      </Part>
    </>
  )
}
