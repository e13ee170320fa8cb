import { ALL, useToast } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { Plug } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useMemo } from 'react'
import { messageOf } from '../../application/requests/queries.ts'
import { useSession } from '../../application/session/session.ts'
import { useFilters } from '../../application/address/use-filters.ts'
import { ListPage } from '../../application/resource/list-page.tsx'
import { connectionColumns } from './columns.tsx'
import { connectionFilters, connectionSortColumns } from './filters.ts'
import { connectionListQuery, connectionTypesQuery } from './queries.ts'

const AddConnection = lazy(async () => {
  const { AddConnection: component } = await import('./connection-dialog.tsx')
  return { default: component }
})
const ConnectionDialog = lazy(async () => {
  const { ConnectionDialog: component } = await import('./connection-dialog.tsx')
  return { default: component }
})

/** The servers and accounts that checks and others use by their name. */
export function ConnectionsPage(): ReactNode {
  const session = useSession()
  const { values, set, href } = useFilters(connectionFilters)
  const { add, kind, id, ...wanted } = values
  const list = useQuery(connectionListQuery(wanted))
  const types = useQuery(connectionTypesQuery)
  const toast = useToast()
  const { error } = list
  useEffect(() => {
    if (error !== null) toast.error(messageOf(error))
  }, [error, toast])
  const mayWrite = session.may('write', 'connections')
  const columns = useMemo(
    () => connectionColumns(new Map((types.data ?? []).map((type) => [type.type, type]))),
    [types.data],
  )
  const close = () => set({ add: false, kind: '', id: undefined })

  return (
    <>
      <ListPage
        title="Connections"
        things="connections"
        searchPlaceholder="Search by name, namespace or type"
        list={list}
        values={values}
        set={set}
        sortColumns={connectionSortColumns}
        columns={columns}
        rowId={(connection) => connection.id}
        rowHref={(connection) => href({ id: connection.id })}
        selectedId={id}
        filters={[
          {
            kind: 'choice',
            id: 'type',
            label: 'Type',
            value: wanted.type === '' ? ALL : wanted.type,
            neutral: ALL,
            options: [
              { value: ALL, label: 'All' },
              ...(types.data ?? []).map(({ type, title }) => ({ value: type, label: title })),
            ],
            onChange: (type) => set({ type: type === ALL ? '' : type, pageIndex: 0 }),
          },
        ]}
        onClear={() => set({ query: '', type: '', pageIndex: 0 })}
        add={mayWrite ? { label: 'Add', href: href({ add: true }) } : undefined}
        empty={{
          title: 'No resources found',
          icon: <Plug strokeWidth={1.5} />,
          text: 'A connection is a server or an account with its secrets. Checks use it by its name.',
        }}
      />
      <Suspense>
        {add && mayWrite && (
          <AddConnection
            kind={kind}
            href={(type) => href({ kind: type })}
            onBack={() => set({ kind: '' })}
            onClose={close}
          />
        )}
        {id !== undefined && <ConnectionDialog key={id} id={id} onClose={close} />}
      </Suspense>
    </>
  )
}
