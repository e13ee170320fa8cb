import {
  Avatar,
  buttonClass,
  ConfirmDialog,
  EmptyState,
  FilteredEmptyState,
  IconButton,
  Menu,
  Pagination,
  PlainLink,
  SearchField,
  Skeleton,
  TruncatedText,
} from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { EllipsisVertical, Plus, UserMinus, UserRoundPlus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { LoadFailure } from '../../application/load-failure.tsx'
import { useChange } from '../../application/resource/use-change.ts'
import { useSession } from '../../application/session.ts'
import { useFilters } from '../../application/use-filters.ts'
import { useLastPage } from '../../application/use-last-page.ts'
import { AddMembers } from './add-members.tsx'
import { memberFilters } from './filters.ts'
import { memberListQuery, type Person, removeMember, type Team } from './queries.ts'

/** Who is in a team. */
export function TeamMembers({ item: team }: { item: Team }): ReactNode {
  const session = useSession()
  const { values, set, href } = useFilters(memberFilters)
  const { add, ...wanted } = values
  const members = useQuery(memberListQuery(team.id, wanted))
  useLastPage(members.data?.total, values, set)
  const [leaving, setLeaving] = useState<Person>()
  const mayWrite = session.may('write', 'database')
  const addLink = (
    <PlainLink href={href({ add: true })} className={buttonClass({ variant: 'primary' })}>
      <Plus aria-hidden="true" className="size-3.5" />
      Add members
    </PlainLink>
  )
  const nobody = members.data?.total === 0 && values.query === ''
  return (
    <div className="flex flex-col gap-3">
      {!nobody && (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <SearchField
            value={values.query}
            onSearch={(query) => set({ query, pageIndex: 0 })}
            label="Search members"
            placeholder="Name or email"
            className="min-w-32 flex-1 sm:max-w-80"
          />
          {mayWrite && addLink}
        </div>
      )}
      {members.isPending && <LoadingMembers />}
      {members.error !== null && members.data === undefined && (
        <LoadFailure error={members.error} asked={[members]} />
      )}
      {nobody && (
        <EmptyState
          title="Add team members"
          icon={<UserRoundPlus strokeWidth={1.5} />}
          actions={mayWrite ? addLink : undefined}
        >
          You haven't added any team members to the team yet.
        </EmptyState>
      )}
      {members.data?.total === 0 && values.query !== '' && (
        <FilteredEmptyState
          filters={[`“${values.query}”`]}
          onClear={() => set({ query: '', pageIndex: 0 })}
        />
      )}
      {members.data !== undefined && members.data.total > 0 && (
        <>
          <ul
            aria-label="Members"
            className="divide-y divide-line rounded-panel border border-line bg-surface"
          >
            {members.data.rows.map((person) => (
              <Member key={person.id} person={person} onRemove={mayWrite ? setLeaving : undefined} />
            ))}
          </ul>
          {members.data.total > values.pageSize && (
            <Pagination
              label="Pages of members"
              pageIndex={values.pageIndex}
              pageSize={values.pageSize}
              total={members.data.total}
              onChange={(page) => set(page)}
            />
          )}
        </>
      )}
      {add && mayWrite && (
        <AddMembers
          team={team}
          present={(members.data?.rows ?? []).map(({ id }) => id)}
          onClose={() => set({ add: false })}
        />
      )}
      {leaving !== undefined && (
        <RemoveMember team={team} person={leaving} onClose={() => setLeaving(undefined)} />
      )}
    </div>
  )
}

function Member(props: { person: Person; onRemove: ((person: Person) => void) | undefined }): ReactNode {
  const { person, onRemove } = props
  return (
    <li className="flex items-center gap-3 px-3 py-2">
      <Avatar name={person.name} size={28} />
      <span className="flex min-w-0 flex-1 flex-col">
        <TruncatedText text={person.name} className="font-medium" />
        {person.email !== null && <TruncatedText text={person.email} className="text-small text-secondary" />}
      </span>
      {onRemove !== undefined && (
        <Menu
          align="end"
          trigger={
            <IconButton label={`Actions for ${person.name}`} icon={<EllipsisVertical className="size-4" />} />
          }
          sections={[
            {
              id: 'member',
              items: [
                {
                  id: 'remove',
                  label: 'Remove user',
                  icon: <UserMinus />,
                  danger: true,
                  onSelect: () => onRemove(person),
                },
              ],
            },
          ]}
        />
      )}
    </li>
  )
}

function RemoveMember(props: { team: Team; person: Person; onClose: () => void }): ReactNode {
  const { team, person } = props
  const remove = useChange({
    run: () => removeMember(team.id, person.id),
    said: `${person.name} removed from team successfully`,
    keys: [['teams']],
  })
  return (
    <ConfirmDialog
      open
      onClose={props.onClose}
      onConfirm={() => remove.mutateAsync()}
      title={`Remove ${person.name} from ${team.name}?`}
      confirmLabel="Remove user"
    >
      They stay in their other teams.
    </ConfirmDialog>
  )
}

function LoadingMembers(): ReactNode {
  return (
    <div className="flex flex-col gap-px" aria-hidden="true">
      {[0, 1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-12 w-full" />
      ))}
    </div>
  )
}
