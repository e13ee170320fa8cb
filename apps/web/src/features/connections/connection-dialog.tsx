import {
  type Connection,
  connectionFormValues,
  type ConnectionTypeInfo,
} from '@binnacle/contract/connections'
import { Dialog, type KeyValue } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { Plug } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useAddress } from '../../application/address/use-filters.ts'
import { ItemDialog } from '../../application/resource/query-states.tsx'
import { ReadDialog } from '../../application/resource/read-dialog.tsx'
import { schemaFacts } from '../../application/resource/schema-facts.tsx'
import { useSession } from '../../application/session/session.ts'
import { describeSource } from '../../application/resource/source.ts'
import { tileIconClass, TypePicker } from '../../application/spec-editor/type-picker.tsx'
import { ConnectionFormDialog } from './connection-form.tsx'
import { ConnectionIcon } from './connection-icon.tsx'
import { connectionQuery, connectionTypesQuery } from './queries.ts'

const nothing = {
  title: 'No resources found',
  icon: <Plug strokeWidth={1.5} />,
  text: 'There is no connection with this id. It may have been deleted.',
}

/** Titles of the categories, in the order in which people are offered them. */
const categories = {
  database: 'Databases',
  cloud: 'Clouds and clusters',
  storage: 'Files and storage',
  monitoring: 'Monitoring systems',
  source: 'Source code',
  network: 'Web and network',
  notification: 'Notifications',
} as const

/** Adds a connection: people choose its type, then fill in its form. */
export function AddConnection({ onClose }: { onClose: () => void }): ReactNode {
  const types = useQuery(connectionTypesQuery)
  const { search, href, replace } = useAddress()
  const withKind = (kind: string) =>
    new URLSearchParams(
      [...search].filter(([key]) => key !== 'kind').concat(kind === '' ? [] : [['kind', kind]]),
    )
  return (
    <ItemDialog answer={types} title="Add connection" onClose={onClose}>
      {(known) => {
        const type = known.find((candidate) => candidate.type === search.get('kind'))
        return type === undefined ? (
          <Dialog open onClose={onClose} size="large" title="Add connection">
            <TypePicker
              isCompact
              thing="connection"
              placeholder="What do you want to connect to?"
              tiles={known
                .filter(({ hidden }) => !hidden)
                .map((offered) => ({
                  ...offered,
                  id: offered.type,
                  icon: <ConnectionIcon name={offered.icon} className={tileIconClass} />,
                }))}
              groupsOf={(tiles) =>
                Object.entries(categories)
                  .map(([id, title]) => ({ title, members: tiles.filter(({ category }) => category === id) }))
                  .filter(({ members }) => members.length > 0)
              }
              href={(kind) => href(withKind(kind))}
            />
          </Dialog>
        ) : (
          <ConnectionFormDialog
            key={type.type}
            type={type}
            stored={undefined}
            onBack={() => replace(withKind(''))}
            onClose={onClose}
          />
        )
      }}
    </ItemDialog>
  )
}

/** The fields of a connection, by the labels of its form where there is one. */
function factsOf(connection: Connection, type: ConnectionTypeInfo | undefined): KeyValue[] {
  if (type !== undefined) return schemaFacts(type.node, connectionFormValues(type.node, connection))
  const { name, namespace, url, username, password, certificate, insecure_tls, properties } = connection
  const values = {
    name,
    namespace,
    type: connection.type,
    url,
    username,
    password,
    certificate,
    insecure_tls,
  }
  const all: Record<string, unknown> = { ...values, ...properties }
  return schemaFacts({ properties: Object.fromEntries(Object.keys(all).map((key) => [key, {}])) }, all)
}

/** A connection to edit, or to read only. */
export function ConnectionDialog({ id, onClose }: { id: string; onClose: () => void }): ReactNode {
  const types = useQuery(connectionTypesQuery)
  const found = useQuery(connectionQuery(id))
  return (
    <ItemDialog answer={types} title="Connection" onClose={onClose}>
      {(known) => (
        <ItemDialog answer={found} title="Connection" nothing={nothing} onClose={onClose}>
          {(connection) => <LoadedConnection connection={connection} types={known} onClose={onClose} />}
        </ItemDialog>
      )}
    </ItemDialog>
  )
}

function LoadedConnection(props: {
  connection: Connection
  types: readonly ConnectionTypeInfo[]
  onClose: () => void
}): ReactNode {
  const session = useSession()
  // A newer stored version must not replace what the person is editing.
  const [connection] = useState(props.connection)
  const type = props.types.find((candidate) => candidate.type === connection.type)
  const { reason } = describeSource(connection.source)
  if (type !== undefined && reason === undefined && session.may('write', 'connections'))
    return <ConnectionFormDialog type={type} stored={connection} onClose={props.onClose} />
  const noForm =
    type === undefined
      ? `This version of Binnacle has no form for connections of the type ${connection.type}.`
      : undefined
  return (
    <ReadDialog
      title={type === undefined ? connection.name : `${type.title} Connection Details`}
      reason={reason ?? noForm}
      items={factsOf(connection, type)}
      onClose={props.onClose}
    />
  )
}
