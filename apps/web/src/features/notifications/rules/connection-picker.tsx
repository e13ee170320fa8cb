import { readReferenceName } from './connection-name.ts'
import { ExternalLink, TextField } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { IdField } from '../../../application/forms/id-field.tsx'
import { useSession } from '../../../application/session/session.ts'
import type { PickerProps } from './people-pickers.tsx'
import { notificationConnectionsQuery } from './queries.ts'

/** The type of a connection that a rule names by its id or reference; undefined while it is not known. */
export function useConnectionType(written: string): string | undefined {
  const mayRead = useSession().may('read', 'connections')
  const { data = [] } = useQuery({ ...notificationConnectionsQuery, enabled: mayRead })
  const { name, namespace = 'default' } = readReferenceName(written)
  return data.find(
    (connection) =>
      connection.id === written || (connection.name === name && connection.namespace === namespace),
  )?.type
}

/** Those who may not read connections name one by its reference. */
export function ConnectionPicker(picker: PickerProps): ReactNode {
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
