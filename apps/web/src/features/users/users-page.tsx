import {
  ALL,
  Badge,
  buttonClass,
  DataTable,
  EmptyState,
  FilterBar,
  PageHeader,
  Pagination,
  PlainLink,
  type Sort,
} from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { Plus, UserRound } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { messageOf, requestIdOf } from '../../application/queries.ts'
import { useSession } from '../../application/session.ts'
import { useFilters } from '../../application/use-filters.ts'
import { useLastPage } from '../../application/use-last-page.ts'
import { actionsColumn, userColumns } from './columns.tsx'
import { DeleteUser } from './delete-user.tsx'
import { userFilters, userSortColumns, userStates } from './filters.ts'
import { type User, userListQuery } from './queries.ts'

const InviteDialog = lazy(async () => {
  const { InviteDialog: component } = await import('./invite-dialog.tsx')
  return { default: component }
})
const UserDialog = lazy(async () => {
  const { UserDialog: component } = await import('./user-dialog.tsx')
  return { default: component }
})

const stateLabels = { active: 'Active', inactive: 'Inactive' } as const

/** Who may sign in, and what they may do. */
export function UsersPage(): ReactNode {
  const session = useSession()
  const { values, set, href } = useFilters(userFilters)
  const { invite, user: openId, state, ...wanted } = values
  const list = useQuery(userListQuery({ ...wanted, state: state === ALL ? undefined : state }))
  useLastPage(list.data?.total, values, set)
  const [leaving, setLeaving] = useState<User>()
  const mayWrite = session.may('write', 'identities')
  const hrefOf = (user: User) => href({ user: user.id })
  const columns = useMemo(
    () =>
      mayWrite
        ? [...userColumns, actionsColumn({ self: session.id, href: hrefOf, onDelete: setLeaving })]
        : userColumns,
    // oxlint-disable-next-line react/exhaustive-deps -- hrefOf differs with each address, as `href` does
    [mayWrite, session.id, href],
  )
  const filtered = values.query !== '' || state !== ALL
  const clear = () => set({ query: '', state: ALL, pageIndex: 0 })

  function changeSort(sort: Sort | undefined): void {
    const column = userSortColumns.find((candidate) => candidate === sort?.column)
    set({ sortBy: column ?? 'name', sortOrder: sort?.direction ?? 'asc', pageIndex: 0 })
  }

  return (
    <>
      <div className="mx-auto flex min-h-full max-w-screen-2xl flex-col gap-3 p-3 sm:p-4 md:h-full lg:p-5">
        <PageHeader
          title="Users"
          breadcrumb={[{ label: 'Settings' }]}
          badge={list.data === undefined ? null : <Badge>{list.data.total}</Badge>}
          actions={
            mayWrite && (
              <PlainLink href={href({ invite: true })} className={buttonClass({ variant: 'primary' })}>
                <Plus aria-hidden="true" className="size-3.5" />
                Invite User
              </PlainLink>
            )
          }
        />
        <FilterBar
          search={{
            value: values.query,
            onSearch: (query) => set({ query, pageIndex: 0 }),
            label: 'Search users',
            placeholder: 'Search by name or email',
          }}
          onClearAll={clear}
          filters={[
            {
              kind: 'choice',
              id: 'state',
              label: 'State',
              value: state,
              neutral: ALL,
              onChange: (value) =>
                set({ state: userStates.find((candidate) => candidate === value) ?? ALL, pageIndex: 0 }),
              options: [
                { value: ALL, label: 'All' },
                ...userStates.map((value) => ({ value, label: stateLabels[value] })),
              ],
            },
          ]}
        />
        <DataTable
          label="Users"
          fill
          columns={columns}
          rows={list.data?.rows ?? []}
          rowId={(user) => user.id}
          rowHref={hrefOf}
          selectedId={openId}
          sort={{ column: values.sortBy, direction: values.sortOrder }}
          onSortChange={changeSort}
          loading={list.isPending}
          refreshing={list.isPlaceholderData}
          error={
            list.error === null
              ? undefined
              : {
                  message: messageOf(list.error),
                  requestId: requestIdOf(list.error),
                  retry: () => void list.refetch(),
                }
          }
          onClearFilters={filtered ? clear : undefined}
          empty={
            <EmptyState title="No data available" icon={<UserRound strokeWidth={1.5} />}>
              Invite the people you work with; each of them gets a role.
            </EmptyState>
          }
        />
        {list.data !== undefined && list.data.total > 0 && (
          <Pagination
            label="Pages of users"
            pageIndex={values.pageIndex}
            pageSize={values.pageSize}
            total={list.data.total}
            onChange={(page) => set(page)}
          />
        )}
      </div>
      <Suspense>
        {invite && mayWrite && <InviteDialog onClose={() => set({ invite: false })} />}
        {openId !== undefined && (
          <UserDialog key={openId} id={openId} onClose={() => set({ user: undefined })} />
        )}
      </Suspense>
      {leaving !== undefined && <DeleteUser user={leaving} onClose={() => setLeaving(undefined)} />}
    </>
  )
}
