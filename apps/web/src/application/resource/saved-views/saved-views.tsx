import type { SavedView } from '@binnacle/contract/search'
import {
  Button,
  classNames,
  ConfirmDialog,
  IconButton,
  Notice,
  PlainLink,
  Popover,
  Skeleton,
  useToast,
} from '@binnacle/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Bookmark, Check, Pencil } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useAddress } from '../../address/use-filters.ts'
import { useNavigation } from '../../pages/use-navigation.ts'
import { messageOf } from '../../requests/queries.ts'
import { useSession } from '../../session/session.ts'
import { changeView, SAVED_VIEWS, savedViewsQuery } from './queries.ts'
import { addressOf, VIEW_PARAMETER, viewOf } from './view-address.ts'

const ViewDialog = lazy(async () => {
  const { ViewDialog: component } = await import('./view-dialog.tsx')
  return { default: component }
})

const none: readonly SavedView[] = []
const noParameters: readonly string[] = []

/** The view that the address names, and whether the list shows something else than it. */
function useOpenView(list: string, passing: readonly string[], isMenuOpen: boolean) {
  const address = useAddress()
  const id = address.search.get(VIEW_PARAMETER) ?? undefined
  const views = useQuery({ ...savedViewsQuery(list), enabled: id !== undefined || isMenuOpen })
  const shown = viewOf(address.search, passing)
  const view = views.data?.find((each) => each.id === id)
  // An address with nothing but the id of a view shows that view; one whose filters somebody cleared does not.
  const bare = useRef(shown === '' ? id : undefined)
  useEffect(() => {
    if (view === undefined || bare.current !== view.id) return
    bare.current = undefined
    address.replace(addressOf(view))
  }, [view, address])
  return { id, view, views, shown, address, isChanged: view !== undefined && view.search !== shown }
}

/**
 * The saved views of a list: a menu with those of the person and those that others share, and how to save the present
 * one. Everything that a view contains is in the address of the list.
 * @param props.list name of the list, such as `catalog`
 * @param props.passing parameters of the address that no view contains, such as the id of an open row
 * @param props.plain what the list is called where its address has no parameters
 */
export function SavedViews(props: { list: string; passing?: readonly string[]; plain?: string }): ReactNode {
  const { list, passing = noParameters, plain = 'All' } = props
  const [isOpen, setOpen] = useState(false)
  const { id, view, views, shown, address, isChanged } = useOpenView(list, passing, isOpen)
  const [edited, setEdited] = useState<{ view: SavedView | undefined }>()
  const [wanted, setWanted] = useState<URLSearchParams>()
  const navigation = useNavigation()
  const queries = useQueryClient()
  const toast = useToast()
  const roles = useSession()
  const mayChange = (each: SavedView) => each.own || roles.may('write', 'rbac')

  function follow(search: URLSearchParams): void {
    setWanted(undefined)
    setOpen(false)
    navigation.push(address.href(search))
  }
  async function update(): Promise<void> {
    if (view === undefined) return
    await changeView(view.id, { search: shown })
    toast.success('View saved')
    await queries.invalidateQueries({ queryKey: [SAVED_VIEWS, list] })
  }
  /** A link to a view. It asks first where changes of the open view would be lost. */
  const link = (search: URLSearchParams, isCurrent: boolean, content: ReactNode) => (
    <PlainLink
      href={address.href(search)}
      aria-current={isCurrent || undefined}
      className="flex min-h-control min-w-0 flex-1 items-center gap-2 rounded-control px-2 py-1 hover:bg-hover"
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
        event.preventDefault()
        if (isChanged) setWanted(search)
        else follow(search)
      }}
    >
      <Check aria-hidden="true" className={classNames('size-3.5 shrink-0', !isCurrent && 'invisible')} />
      {content}
    </PlainLink>
  )

  return (
    <>
      <Popover
        label="Views"
        align="end"
        open={isOpen}
        onOpenChange={setOpen}
        className="flex max-h-96 w-72 flex-col gap-1 p-2"
        trigger={
          <Button icon={<Bookmark aria-hidden="true" className="size-3.5" />}>
            <span className="max-w-40 truncate">
              {view === undefined ? 'Views' : isChanged ? `${view.name} (changed)` : view.name}
            </span>
          </Button>
        }
      >
        {views.isPending && <Skeleton className="h-20" />}
        {views.error !== null && <Notice kind="error">{messageOf(views.error)}</Notice>}
        {id !== undefined && views.data !== undefined && view === undefined && (
          <Notice kind="warning">
            The view of this address was deleted, or is not shared with you. The list shows the filters of the
            address.
          </Notice>
        )}
        {views.data !== undefined && (
          <ul aria-label="Saved views" className="min-h-0 overflow-y-auto">
            <li className="flex">{link(new URLSearchParams(), id === undefined && shown === '', plain)}</li>
            {(views.data ?? none).map((each) => (
              <li key={each.id} className="flex items-center gap-1">
                {link(
                  addressOf(each),
                  each.id === id,
                  <span className="flex min-w-0 flex-col">
                    <span className="wrap-anywhere">{each.name}</span>
                    {(each.shared || !each.own) && (
                      <span className="truncate text-small text-muted">
                        {each.own ? 'Shared' : `Shared by ${each.owner}`}
                      </span>
                    )}
                  </span>,
                )}
                {mayChange(each) && (
                  <IconButton
                    label={`Edit the view ${each.name}`}
                    size="small"
                    icon={<Pencil className="size-3.5" />}
                    onClick={() => {
                      setOpen(false)
                      setEdited({ view: each })
                    }}
                  />
                )}
              </li>
            ))}
          </ul>
        )}
        <div className="flex flex-wrap gap-2 border-t border-line px-2 pt-2">
          {isChanged && view !== undefined && mayChange(view) && (
            <Button
              variant="primary"
              onClick={() => {
                setOpen(false)
                update().catch((error: unknown) => toast.error(messageOf(error)))
              }}
            >
              Save changes
            </Button>
          )}
          <Button
            onClick={() => {
              setOpen(false)
              setEdited({ view: undefined })
            }}
          >
            Save as new view
          </Button>
        </div>
      </Popover>
      <Suspense>
        {edited !== undefined && (
          <ViewDialog
            list={list}
            search={shown}
            view={edited.view}
            onClose={() => setEdited(undefined)}
            onSaved={(saved) => {
              setEdited(undefined)
              if (edited.view === undefined) follow(addressOf(saved))
            }}
            onDeleted={() => {
              setEdited(undefined)
              const search = new URLSearchParams(address.search)
              if (edited.view?.id === id) search.delete(VIEW_PARAMETER)
              address.replace(search)
              void queries.invalidateQueries({ queryKey: [SAVED_VIEWS, list] })
            }}
          />
        )}
      </Suspense>
      {wanted !== undefined && view !== undefined && (
        <ConfirmDialog
          open
          title={`Discard the changes of the view “${view.name}”?`}
          confirmLabel="Discard"
          onClose={() => setWanted(undefined)}
          onConfirm={() => follow(wanted)}
        >
          What the page shows now is not saved in the view.
        </ConfirmDialog>
      )}
    </>
  )
}
