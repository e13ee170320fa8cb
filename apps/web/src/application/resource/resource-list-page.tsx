import { buttonClass, PlainLink, useToast } from '@binnacle/ui'
import { skipToken, useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { messageOf } from '../requests/queries.ts'
import { useSession } from '../session/session.ts'
import { choiceFilter } from './choice-filter.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { ListPage } from './list-page.tsx'
import { hrefOfRow, type Resource } from './resource.ts'
import { actionsColumn } from './row-actions.tsx'
import { useResourceList } from './use-resource-list.ts'

/** List page of a resource, with its dialogs. */
export function ResourceListPage<Row extends object, Column extends string>(props: {
  resource: Resource<Row, Column>
}): ReactNode {
  const { resource } = props
  const { opens, add, removal, Header, icon: Icon, words, links = [] } = resource
  const session = useSession()
  const list = useResourceList(resource)
  const { loadChoices } = resource
  const { data: offers = {} } = useQuery({
    queryKey: ['choices', resource.path],
    queryFn: loadChoices === undefined ? skipToken : ({ client }) => loadChoices(client),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const toast = useToast()
  const failure = resource.toastsFailure === true ? list.rows.error : null
  useEffect(() => {
    if (failure !== null) toast.error(messageOf(failure))
  }, [failure, toast])
  const [leaving, setLeaving] = useState<Row>()
  const mayWrite = session.may('write', resource.access)
  const hrefOf = (row: Row) =>
    opens === 'page' ? hrefOfRow(resource, row) : list.hrefOfDialog(opens.dialog, resource.idOf(row))
  const actions = actionsColumn<Row>({
    nameOf: resource.nameOf,
    ...(opens === 'page' ? {} : { href: hrefOf }),
    others: (resource.rowLinks ?? []).map(({ dialog, label, icon }) => ({
      label,
      icon,
      href: (row) => list.hrefOfDialog(dialog, resource.idOf(row)),
    })),
    onDelete: setLeaving,
    ...(resource.isFixed === undefined ? {} : { fixed: resource.isFixed }),
    undeletable: (row) => removal?.refusal?.(row, session),
  })
  const shown = (resource.dialogs ?? []).flatMap(({ name, ofRow, writes, parameters = [], component }) => {
    const id = list.openId(name)
    const isValid = id !== undefined && (ofRow === true || id === 'true')
    return !isValid || (writes && !mayWrite) ? [] : [{ name, id, parameters, Dialog: component }]
  })

  return (
    <>
      <ListPage
        title={resource.title}
        things={words.things}
        searchPlaceholder={words.search}
        search={resource.search}
        list={list.rows}
        values={resource.unpaged === true ? withoutPages(list.values) : list.values}
        set={list.set}
        sortColumns={resource.sortColumns}
        columns={mayWrite && removal !== undefined ? [...resource.columns, actions] : resource.columns}
        rowId={resource.idOf}
        rowHref={hrefOf}
        selectedId={opens === 'page' ? undefined : list.openId(opens.dialog)}
        filters={(resource.filters ?? []).map(({ id, label, choices = offers[id] ?? {} }) =>
          choiceFilter({
            id,
            label,
            value: list.filters[id] ?? '',
            values: Object.keys(choices),
            labels: choices,
            onChange: (value) => list.set({ pageIndex: 0 }, { [id]: value }),
          }),
        )}
        onClear={list.clear}
        actions={
          mayWrite &&
          links.map(({ label, icon: LinkIcon, dialog }) => (
            <PlainLink key={dialog} href={list.hrefOfDialog(dialog)} className={buttonClass({})}>
              <LinkIcon aria-hidden="true" className="size-3.5" />
              {label()}
            </PlainLink>
          ))
        }
        add={
          mayWrite && add !== undefined
            ? { label: add.label, href: 'href' in add ? add.href : list.hrefOfDialog(add.dialog) }
            : undefined
        }
        empty={{ ...words.empty, icon: <Icon strokeWidth={1.5} /> }}
      >
        {Header !== undefined && <Header />}
      </ListPage>
      <Suspense>
        {shown.map(({ name, id, parameters, Dialog }) => (
          <Dialog key={`${name} ${id}`} id={id} onClose={() => list.closeDialog([name, ...parameters])} />
        ))}
      </Suspense>
      {leaving !== undefined && removal !== undefined && (
        <DeleteDialog removal={removal} thing={leaving} onClose={() => setLeaving(undefined)} />
      )}
    </>
  )
}

function withoutPages<Values extends { pageIndex: number; pageSize: number }>(values: Values) {
  const { pageIndex: _index, pageSize: _size, ...others } = values
  return others
}
