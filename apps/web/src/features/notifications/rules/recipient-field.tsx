import type { CustomService } from '@binnacle/contract/notifications'
import { Button, Tabs } from '@binnacle/ui'
import { Plug, Plus, User, UsersRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { useController } from 'react-hook-form'
import type { EntryForm } from '../../../application/resource/use-entry-form.ts'
import { type PickerProps, PersonPicker, TeamPicker } from './people-pickers.tsx'
import { recipientFields, recipientKinds, type RecipientKind, type RuleValues } from './rule-values.ts'
import { ServiceFields } from './service-fields.tsx'
import { useRuleProblems } from './rule-problems.ts'

type Entry = EntryForm<RuleValues, RuleValues>

/** What a picker takes of a field of the form. */
function pickerProps({ value, onChange, onBlur }: Omit<PickerProps, 'error'>): Omit<PickerProps, 'error'> {
  return { value, onChange, onBlur }
}

const kinds = [
  { id: 'person', label: 'Person', icon: <User aria-hidden="true" className="size-3.5" /> },
  { id: 'team', label: 'Team', icon: <UsersRound aria-hidden="true" className="size-3.5" /> },
  { id: 'others', label: 'Others', icon: <Plug aria-hidden="true" className="size-3.5" /> },
] as const

/** Whom a rule, or its fallback, tells: exactly one person, team or other service. */
export function RecipientField(props: { entry: Entry; which: keyof typeof recipientFields }): ReactNode {
  const { entry, which } = props
  const { control } = entry.form
  const names = recipientFields[which]
  const kind = useController({ control, name: names.kind })
  const person = useController({ control, name: names.person })
  const team = useController({ control, name: names.team })
  const services = useController({ control, name: names.services })
  const chosen = recipientKinds.find((candidate) => candidate === kind.field.value) ?? 'person'

  /** Choosing one kind of recipient clears the other two. Source: NOT-016. */
  function choose(next: RecipientKind): void {
    if (next === chosen) return
    kind.field.onChange(next)
    for (const { field } of [person, team]) field.onChange('')
    services.field.onChange([])
    entry.form.clearErrors([names.person, names.team, names.services])
  }

  const pickers: Readonly<Record<RecipientKind, ReactNode>> = {
    person: <PersonPicker {...pickerProps(person.field)} error={entry.errorOf(names.person)} />,
    team: <TeamPicker {...pickerProps(team.field)} error={entry.errorOf(names.team)} />,
    others: (
      <ServiceList
        column={names.services}
        value={services.field.value}
        error={entry.errorOf(names.services)}
        onChange={services.field.onChange}
      />
    ),
  }
  return (
    <Tabs
      label={which === 'rule' ? 'Recipient' : 'Fallback recipient'}
      tabs={kinds}
      value={chosen}
      onChange={choose}
      panelClassName="flex flex-col gap-2 pt-3"
    >
      {pickers[chosen]}
    </Tabs>
  )
}

/** The services that a rule or its fallback tells, at least one. */
function ServiceList(props: {
  column: string
  value: readonly CustomService[]
  error: string | undefined
  onChange: (services: readonly CustomService[]) => void
}): ReactNode {
  const { column, value: stored, error, onChange: write } = props
  const problemAt = useRuleProblems()
  const services: readonly CustomService[] = stored.length === 0 ? [{ connection: '' }] : stored
  const isShownBelow = services.some((_, place) => problemAt(`${column}[${place}]`) !== undefined)
  return (
    <div className="flex flex-col gap-3" data-invalid={error === undefined ? undefined : ''}>
      {services.map((service, place) => (
        <ServiceFields
          // Services have no name of their own.
          // eslint-disable-next-line react/no-array-index-key
          key={place}
          label={`Service ${place + 1}`}
          value={service}
          errorOf={(path) =>
            problemAt(`${column}[${place}].${path}`) ??
            (path === 'connection' && (service.connection ?? '') === '' ? error : undefined)
          }
          showsAll={error !== undefined}
          onChange={(next) => write(services.map((other, at) => (at === place ? next : other)))}
          onRemove={services.length === 1 ? undefined : () => write(services.filter((_, at) => at !== place))}
        />
      ))}
      {error !== undefined && !isShownBelow && stored.length > 0 && (
        <p className="text-small text-unhealthy">{error}</p>
      )}
      <Button
        size="small"
        className="self-start"
        icon={<Plus aria-hidden="true" className="size-3.5" />}
        onClick={() => write([...services, { connection: '' }])}
      >
        Add service
      </Button>
    </div>
  )
}
