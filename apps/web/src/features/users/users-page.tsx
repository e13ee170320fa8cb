import { ALL, buttonClass, PlainLink } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { Mail, Monitor, ShieldCheck, UserRound } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { useSession } from '../../application/session.ts'
import { useFilters } from '../../application/use-filters.ts'
import { choiceFilter } from '../../application/resource/choice-filter.ts'
import { actionsColumn } from '../../application/resource/row-actions.tsx'
import { SettingsList } from '../../application/resource/resource-list.tsx'
import { userColumns } from './columns.tsx'
import { DeleteUser } from './delete-user.tsx'
import { userFilters, userSortColumns, userStates } from './filters.ts'
import { fullName, type User, userListQuery } from './queries.ts'

const InviteDialog = lazy(async () => {
  const { InviteDialog: component } = await import('./invite-dialog.tsx')
  return { default: component }
})
const InvitationsDialog = lazy(async () => {
  const { InvitationsDialog: component } = await import('./invitations-dialog.tsx')
  return { default: component }
})
const SecondFactorDialog = lazy(async () => {
  const { SecondFactorDialog: component } = await import('./second-factor-dialog.tsx')
  return { default: component }
})
const SessionsDialog = lazy(async () => {
  const { SessionsDialog: component } = await import('./sessions-dialog.tsx')
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
  const { invite, invitations, secondFactor, sessions, user: openId, state, ...wanted } = values
  const list = useQuery(userListQuery({ ...wanted, state: state === ALL ? undefined : state }))
  const [leaving, setLeaving] = useState<User>()
  const mayWrite = session.may('write', 'identities')
  const columns = useMemo(() => {
    if (!mayWrite) return userColumns
    const actions = actionsColumn<User>({
      nameOf: fullName,
      href: (user) => href({ user: user.id }),
      others: [
        {
          label: (user) => `Sessions of ${fullName(user)}`,
          icon: <Monitor aria-hidden="true" className="size-3.5" />,
          href: (user) => href({ sessions: user.id }),
        },
      ],
      onDelete: setLeaving,
      undeletable: (user) => (user.id === session.id ? 'You cannot delete yourself' : undefined),
    })
    return [...userColumns, actions]
  }, [mayWrite, session.id, href])

  return (
    <>
      <SettingsList
        title="Users"
        things="users"
        searchPlaceholder="Search by name or email"
        list={list}
        values={values}
        set={set}
        sortColumns={userSortColumns}
        columns={columns}
        rowId={(user) => user.id}
        rowHref={(user) => href({ user: user.id })}
        selectedId={openId}
        filters={[
          choiceFilter({
            id: 'state',
            label: 'State',
            value: state,
            values: userStates,
            labels: stateLabels,
            onChange: (value) => set({ state: value, pageIndex: 0 }),
          }),
        ]}
        onClear={() => set({ query: '', state: ALL, pageIndex: 0 })}
        actions={
          mayWrite && (
            <>
              <PlainLink href={href({ secondFactor: true })} className={buttonClass({})}>
                <ShieldCheck aria-hidden="true" className="size-3.5" />
                Second factor
              </PlainLink>
              <PlainLink href={href({ invitations: true })} className={buttonClass({})}>
                <Mail aria-hidden="true" className="size-3.5" />
                Invitations
              </PlainLink>
            </>
          )
        }
        add={mayWrite ? { label: 'Invite User', href: href({ invite: true }) } : undefined}
        empty={{
          title: 'No data available',
          icon: <UserRound strokeWidth={1.5} />,
          text: 'Invite the people you work with; each of them gets a role.',
        }}
      />
      <Suspense>
        {invite && mayWrite && <InviteDialog onClose={() => set({ invite: false })} />}
        {invitations && mayWrite && <InvitationsDialog onClose={() => set({ invitations: false })} />}
        {secondFactor && mayWrite && <SecondFactorDialog onClose={() => set({ secondFactor: false })} />}
        {sessions !== undefined && mayWrite && (
          <SessionsDialog key={sessions} id={sessions} onClose={() => set({ sessions: undefined })} />
        )}
        {openId !== undefined && (
          <UserDialog key={openId} id={openId} onClose={() => set({ user: undefined })} />
        )}
      </Suspense>
      {leaving !== undefined && <DeleteUser user={leaving} onClose={() => setLeaving(undefined)} />}
    </>
  )
}
