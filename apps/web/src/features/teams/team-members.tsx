import {
  Avatar,
  buttonClass,
  ConfirmDialog,
  IconButton,
  Menu,
  PlainLink,
  TruncatedName,
  TruncatedText,
} from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { EllipsisVertical, Plus, UserMinus, UserRoundPlus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Person } from '../../application/forms/people-field.tsx'
import { SectionList } from '../../application/resource/section-list.tsx'
import { useChange } from '../../application/resource/use-change.ts'
import { useSession } from '../../application/session/session.ts'
import { useFilters } from '../../application/address/use-filters.ts'
import { AddMembers } from './add-members.tsx'
import { memberFilters } from './filters.ts'
import { memberListQuery, memberSearch, removeMember, type Team } from './queries.ts'

/** Members of a team. */
export function TeamMembers({ item: team }: { item: Team }): ReactNode {
  const session = useSession()
  const { values, set, href } = useFilters(memberFilters)
  const { add, ...wanted } = values
  const members = useQuery(memberListQuery(team.id, wanted))
  const [leaving, setLeaving] = useState<Person>()
  const mayWrite = session.may('write', 'database')
  const addLink = (
    <PlainLink href={href({ add: true })} className={buttonClass({ variant: 'primary' })}>
      <Plus aria-hidden="true" className="size-3.5" />
      Add members
    </PlainLink>
  )
  return (
    <>
      <SectionList
        label="Members"
        things="members"
        placeholder="Name or email"
        search={memberSearch}
        list={members}
        values={wanted}
        set={set}
        action={mayWrite ? addLink : undefined}
        empty={{
          title: 'Add team members',
          icon: <UserRoundPlus strokeWidth={1.5} />,
          text: "You haven't added any team members to the team yet.",
        }}
      >
        {(person) => <Member key={person.id} person={person} onRemove={mayWrite ? setLeaving : undefined} />}
      </SectionList>
      {add && mayWrite && <AddMembers team={team} onClose={() => set({ add: false })} />}
      {leaving !== undefined && (
        <RemoveMember team={team} person={leaving} onClose={() => setLeaving(undefined)} />
      )}
    </>
  )
}

function Member(props: { person: Person; onRemove: ((person: Person) => void) | undefined }): ReactNode {
  const { person, onRemove } = props
  return (
    <li className="flex items-center gap-3 px-3 py-2">
      <Avatar name={person.name} size={28} />
      <span className="flex min-w-0 flex-1 flex-col">
        <TruncatedName text={person.name} className="font-medium" />
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
    success: `${person.name} removed from team successfully`,
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
      The user stays in their other teams.
    </ConfirmDialog>
  )
}
