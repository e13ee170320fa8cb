import { type ComboboxOption, Combobox, ExternalLink, Field, Notice, Tabs, TextField } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { Plug, User, UsersRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useController } from 'react-hook-form'
import { LOOKUP_DELAY, useDebounced } from '../../../application/address/use-debounced.ts'
import { peopleQuery } from '../../../application/forms/people-field.tsx'
import type { EntryForm } from '../../../application/resource/use-entry-form.ts'
import { useSession } from '../../../application/session/session.ts'
import { notificationConnectionsQuery, personQuery, teamsQuery } from './queries.ts'
import {
  hasHiddenServices,
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
    person: (
      <PersonPicker
        value={person.field.value}
        error={entry.errorOf(names.person)}
        onChange={person.field.onChange}
        onBlur={person.field.onBlur}
      />
    ),
    team: (
      <TeamPicker
        value={team.field.value}
        error={entry.errorOf(names.team)}
        onChange={team.field.onChange}
        onBlur={team.field.onBlur}
      />
    ),
    others: (
      <>
        {hasHiddenServices(services.field.value) && connection.field.value === '' && (
          <Notice kind="information">
            It sends to services that only the code shows. They stay until you choose a connection.
          </Notice>
        )}
        <ConnectionPicker
          value={connection.field.value}
          error={entry.errorOf(names.connection)}
          onChange={connection.field.onChange}
          onBlur={connection.field.onBlur}
        />
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

function PersonPicker({ value, error, onChange, onBlur }: PickerProps): ReactNode {
  const [typed, setTyped] = useState('')
  const wanted = useDebounced(typed, LOOKUP_DELAY)
  const people = useQuery(peopleQuery(wanted, []))
  const stored = useQuery({ ...personQuery(value), enabled: value !== '' })
  const options = (people.data ?? []).map(({ id, name, email }): ComboboxOption => ({
    value: id,
    label: name,
    ...(email === null ? {} : { note: email }),
  }))
  const chosen =
    options.find((option) => option.value === value) ??
    (value === '' ? null : { value, label: stored.data?.name ?? value })
  return (
    <Field label="Person" required error={error} help="Gets an email, or what they chose in their profile.">
      {(control) => (
        <div onBlur={onBlur}>
          <Combobox
            {...control}
            options={options}
            value={chosen}
            onChange={(option) => onChange(option?.value ?? '')}
            onSearch={setTyped}
            searching={people.isFetching || typed !== wanted}
            placeholder="Search by name or email"
          />
        </div>
      )}
    </Field>
  )
}

function TeamPicker({ value, error, onChange, onBlur }: PickerProps): ReactNode {
  const teams = useQuery(teamsQuery)
  const options = (teams.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const chosen =
    options.find((option) => option.value === value) ?? (value === '' ? null : { value, label: value })
  return (
    <Field label="Team" required error={error} help="Its own routes decide where the message goes.">
      {(control) => (
        <div onBlur={onBlur}>
          <Combobox
            {...control}
            options={options}
            value={teams.isPending ? null : chosen}
            onChange={(option) => onChange(option?.value ?? '')}
            searching={teams.isPending}
            placeholder="Choose a team"
          />
        </div>
      )}
    </Field>
  )
}

/** Those who may not read connections name one by its reference. */
function ConnectionPicker({ value, error, onChange, onBlur }: PickerProps): ReactNode {
  const session = useSession()
  const mayRead = session.may('read', 'connections')
  const connections = useQuery({ ...notificationConnectionsQuery, enabled: mayRead })
  if (!mayRead)
    return (
      <TextField
        label="Connection"
        required
        autoComplete="off"
        error={error}
        help="A reference such as connection://default/slack. Ask an administrator for its name."
        value={value}
        onChange={(event) => onChange(event.target.value.trim())}
        onBlur={onBlur}
      />
    )
  const options = (connections.data ?? []).map(({ id, name, namespace, title }): ComboboxOption => ({
    value: id,
    label: namespace === 'default' ? name : `${namespace}/${name}`,
    note: title,
  }))
  const chosen =
    options.find((option) => option.value === value) ?? (value === '' ? null : { value, label: value })
  return (
    <Field
      label="Connection"
      required
      error={error}
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
    >
      {(control) => (
        <div onBlur={onBlur}>
          <Combobox
            {...control}
            options={options}
            value={connections.isPending ? null : chosen}
            onChange={(option) => onChange(option?.value ?? '')}
            searching={connections.isPending}
            placeholder="Choose a connection"
          />
        </div>
      )}
    </Field>
  )
}
