import { type ComboboxOption, ExternalLink, Notice, Tabs, TextField } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { Plug, User, UsersRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useController } from 'react-hook-form'
import { IdField } from '../../../application/forms/id-field.tsx'
import { PersonField } from '../../../application/forms/person-field.tsx'
import { teamsQuery } from '../../../application/forms/teams.ts'
import type { EntryForm } from '../../../application/resource/use-entry-form.ts'
import { useSession } from '../../../application/session/session.ts'
import { notificationConnectionsQuery, personQuery } from './queries.ts'
import {
  hasHiddenServices,
  readServices,
  recipientFields,
  recipientKinds,
  type RecipientKind,
  type RuleValues,
} from './rule-values.ts'

type Entry = EntryForm<RuleValues, RuleValues>

interface PickerProps {
  value: string
  error: string | undefined
  onChange: (id: string) => void
  onBlur: () => void
}

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
  const connection = useController({ control, name: names.connection })
  const services = useController({ control, name: which === 'rule' ? 'services' : 'fallback_services' })
  const chosen = recipientKinds.find((candidate) => candidate === kind.field.value) ?? 'person'

  /** Choosing one kind of recipient clears the other two. Source: NOT-016. */
  function choose(next: RecipientKind): void {
    if (next === chosen) return
    kind.field.onChange(next)
    for (const { field } of [person, team, connection]) field.onChange('')
    services.field.onChange('')
    entry.form.clearErrors([names.person, names.team, names.connection])
  }

  const pickers: Readonly<Record<RecipientKind, ReactNode>> = {
    person: <PersonPicker {...pickerProps(person.field)} error={entry.errorOf(names.person)} />,
    team: <TeamPicker {...pickerProps(team.field)} error={entry.errorOf(names.team)} />,
    others: (
      <>
        {hasHiddenServices(services.field.value) && connection.field.value === '' && (
          <HiddenServices count={readServices(services.field.value)?.length ?? 0} />
        )}
        <ConnectionPicker {...pickerProps(connection.field)} error={entry.errorOf(names.connection)} />
      </>
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

function HiddenServices({ count }: { count: number }): ReactNode {
  return count > 1 ? (
    <Notice kind="warning">
      {`It names ${count} services, but sends only to the first. The others are stored and never used; only the code shows them. They stay until you choose a connection.`}
    </Notice>
  ) : (
    <Notice kind="information">
      It sends to a service that only the code shows. It stays until you choose a connection.
    </Notice>
  )
}

function PersonPicker({ value, onChange, ...field }: PickerProps): ReactNode {
  const [picked, setPicked] = useState<ComboboxOption | null>(null)
  const stored = useQuery({ ...personQuery(value), enabled: value !== '' && picked?.value !== value })
  const named = picked?.value === value ? picked : { value, label: stored.data?.name ?? value }
  return (
    <PersonField
      {...field}
      label="Person"
      required
      help="Gets an email, or a message on the ways chosen under On call."
      value={value === '' ? null : named}
      onChange={(person) => {
        setPicked(person)
        onChange(person?.value ?? '')
      }}
    />
  )
}

function TeamPicker(picker: PickerProps): ReactNode {
  const choices = useQuery({
    ...teamsQuery,
    select: (teams) => teams.map(({ id, name }) => ({ value: id, label: name })),
  })
  return (
    <IdField
      {...picker}
      label="Team"
      required
      help="Its own routes decide where the message goes."
      placeholder="Choose a team"
      choices={choices}
    />
  )
}

/** Those who may not read connections name one by its reference. */
function ConnectionPicker(picker: PickerProps): ReactNode {
  const session = useSession()
  const mayRead = session.may('read', 'connections')
  const choices = useQuery({
    ...notificationConnectionsQuery,
    enabled: mayRead,
    select: (connections) =>
      connections.map(({ id, name, namespace, title }) => ({
        value: id,
        label: namespace === 'default' ? name : `${namespace}/${name}`,
        note: title,
      })),
  })
  if (!mayRead)
    return (
      <TextField
        {...picker}
        label="Connection"
        required
        autoComplete="off"
        help="A reference such as connection://default/slack. Ask an administrator for its name."
        onChange={(event) => picker.onChange(event.target.value.trim())}
      />
    )
  return (
    <IdField
      {...picker}
      label="Connection"
      required
      help={
        <>
          A notification service, such as Slack or a webhook.
          {/* A new tab, because the form would be lost here. The list is read again when this tab is back. */}
          {session.may('write', 'connections') && (
            <>
              {' '}
              <ExternalLink href="/settings/connections?add=true">Add a connection</ExternalLink>
            </>
          )}
        </>
      }
      placeholder="Choose a connection"
      choices={choices}
    />
  )
}
