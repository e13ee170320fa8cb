import type { FurtherRecipient } from '@binnacle/contract/notifications'
import { Button, IconButton } from '@binnacle/ui'
import { Plug, Trash2, User, UsersRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { useController } from 'react-hook-form'
import type { EntryForm } from '../../../application/resource/use-entry-form.ts'
import { PersonPicker, TeamPicker } from './people-pickers.tsx'
import { useRuleProblems } from './rule-problems.ts'
import { ruleSchema } from './rule-schema.ts'
import type { RuleValues } from './rule-values.ts'
import { ServiceFields } from './service-fields.tsx'

const kinds = [
  { label: 'Add person', icon: User, made: { person_id: '' } },
  { label: 'Add team', icon: UsersRound, made: { team_id: '' } },
  { label: 'Add service', icon: Plug, made: { connection: '' } },
] as const

/** Whom a rule tells beside its recipient. */
export function FurtherRecipients({ entry }: { entry: EntryForm<RuleValues, RuleValues> }): ReactNode {
  const { field } = useController({ control: entry.form.control, name: 'further_recipients' })
  const { title, description } = ruleSchema.properties.further_recipients
  const { value: recipients, onChange: write } = field
  const error = entry.errorOf('further_recipients')
  return (
    <fieldset className="flex flex-col gap-3" data-invalid={error === undefined ? undefined : ''}>
      <legend className="text-small font-medium text-secondary">{title}</legend>
      <p className="text-small text-muted">{description}</p>
      {recipients.map((recipient, place) => (
        <FurtherRecipientFields
          // Recipients have no name of their own.
          // eslint-disable-next-line react/no-array-index-key
          key={place}
          place={place}
          value={recipient}
          showsAll={error !== undefined}
          onChange={(next) => write(recipients.map((other, at) => (at === place ? next : other)))}
          onRemove={() => write(recipients.filter((_, at) => at !== place))}
        />
      ))}
      {error !== undefined && <p className="text-small text-unhealthy">{error}</p>}
      <div className="flex flex-wrap gap-2">
        {kinds.map(({ label, icon: Icon, made }) => (
          <Button
            key={label}
            size="small"
            icon={<Icon aria-hidden="true" className="size-3.5" />}
            onClick={() => write([...recipients, made])}
          >
            {label}
          </Button>
        ))}
      </div>
    </fieldset>
  )
}

function FurtherRecipientFields(props: {
  place: number
  value: FurtherRecipient
  showsAll: boolean
  onChange: (recipient: FurtherRecipient) => void
  onRemove: () => void
}): ReactNode {
  const { place, value, showsAll, onChange, onRemove } = props
  const problemAt = useRuleProblems()
  const label = `Further recipient ${place + 1}`
  const path = `further_recipients[${place}]`
  if (!('person_id' in value) && !('team_id' in value))
    return (
      <ServiceFields
        label={label}
        value={value}
        errorOf={(part) => problemAt(`${path}.${part}`)}
        showsAll={showsAll}
        onChange={onChange}
        onRemove={onRemove}
      />
    )
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        {'person_id' in value ? (
          <PersonPicker
            value={value.person_id}
            error={problemAt(`${path}.person_id`)}
            onChange={(id) => onChange({ person_id: id })}
            onBlur={() => undefined}
          />
        ) : (
          <TeamPicker
            value={value.team_id}
            error={problemAt(`${path}.team_id`)}
            onChange={(id) => onChange({ team_id: id })}
            onBlur={() => undefined}
          />
        )}
      </div>
      <IconButton
        className="mt-5"
        label={`Remove ${label.toLowerCase()}`}
        icon={<Trash2 className="size-3.5" />}
        onClick={onRemove}
      />
    </div>
  )
}
