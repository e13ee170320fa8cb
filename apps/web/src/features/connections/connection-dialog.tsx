import {
  type Connection,
  connectionFormValues,
  type ConnectionTypeInfo,
} from '@binnacle/contract/connections'
import { isEditableSource } from '@binnacle/contract/core'
import { propertiesOf, SECRET_MASK } from '@binnacle/contract/schema'
import { Dialog, KeyValueList, Notice } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { Plug } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useAddress } from '../../application/address/use-filters.ts'
import { ItemDialog } from '../../application/resource/query-states.tsx'
import { useSession } from '../../application/session/session.ts'
import { ConnectionFormDialog } from './connection-form.tsx'
import { connectionQuery, connectionTypesQuery } from './queries.ts'
import { TypePicker } from './type-picker.tsx'

const nothing = {
  title: 'No resources found',
  icon: <Plug strokeWidth={1.5} />,
  text: 'There is no connection with this id. It may have been deleted.',
}

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
            <TypePicker types={known} href={(kind) => href(withKind(kind))} />
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

function shownValue(value: unknown): ReactNode {
  if (value === SECRET_MASK) return 'Stored'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null
}

/** A read-only connection, with the reason. */
function ReadConnection(props: {
  connection: Connection
  type: ConnectionTypeInfo | undefined
  reason: string | undefined
  onClose: () => void
}): ReactNode {
  const { connection, type, reason } = props
  const { name, namespace, url, username, password, certificate, insecure_tls, properties } = connection
  const values = type === undefined ? {} : connectionFormValues(type.node, connection)
  const items =
    type === undefined
      ? Object.entries({ name, namespace, type: connection.type, url, username, password, certificate })
          .concat(Object.entries(properties))
          .map(([label, value]) => ({ label, value: shownValue(value) }))
          .concat({ label: 'insecure_tls', value: shownValue(insecure_tls) })
      : propertiesOf(type.node).map(([key, node]) => ({
          label: typeof node['title'] === 'string' ? node['title'] : key,
          value: shownValue(values[key]),
        }))
  return (
    <Dialog
      open
      onClose={props.onClose}
      title={type === undefined ? name : `${type.title} Connection Details`}
    >
      <div className="flex flex-col gap-3">
        {reason !== undefined && <Notice kind="information">{reason}</Notice>}
        <KeyValueList items={items.filter(({ value }) => value !== null)} />
      </div>
    </Dialog>
  )
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
  const { source } = connection
  const type = props.types.find((candidate) => candidate.type === connection.type)
  if (type !== undefined && isEditableSource(source) && session.may('write', 'connections'))
    return <ConnectionFormDialog type={type} stored={connection} onClose={props.onClose} />
  const reason = isEditableSource(source)
    ? type === undefined
      ? `This version of Binnacle has no form for connections of the type ${connection.type}.`
      : undefined
    : `It comes from ${source ?? ''}. Change it there.`
  return <ReadConnection connection={connection} type={type} reason={reason} onClose={props.onClose} />
}
