import { isRole, type Role, roles } from '@binnacle/contract/access'
import type { EditableLogBackend, LogReaders } from '@binnacle/contract/logs'
import { Button, Checkbox, Dialog, Notice, Panel, TextAreaField } from '@binnacle/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { messageOf } from '../../../application/requests/queries.ts'
import { roleLabel } from '../../../application/session/roles.tsx'
import { useSession } from '../../../application/session/session.ts'
import { saveReaders } from './requests.ts'

/** Roles that can be chosen: administrators read every log anyway. */
const choices = roles.filter((role) => role !== 'admin')

const textOf = (names: readonly string[]) => names.join('\n')
const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Who reads a log backend, in words. */
export function readersInWords(readers: LogReaders | null): string {
  if (readers === null) return 'Everybody who may read logs'
  const others = [
    ...readers.roles.filter(isRole).map((role) => `the role ${roleLabel(role)}`),
    ...readers.teams.map(({ name }) => `the team ${name}`),
    ...readers.people.map(({ name }) => name),
  ]
  return ['Administrators', ...others].join(', ')
}

/** Says on the page of a log backend who reads its lines. That of the product's own log is changed here. */
export function Readers({ item }: { item: EditableLogBackend }): ReactNode {
  const [editing, setEditing] = useState(false)
  const mayChange = useSession().may('write', 'rbac')
  const isOwnLog = item.source === 'system'
  return (
    <Panel
      title="Readers"
      description={
        isOwnLog
          ? 'The log of Binnacle itself may say more than others should know.'
          : 'Administrators change them in the spec, as readers.'
      }
      actions={
        isOwnLog &&
        mayChange && (
          <Button size="small" onClick={() => setEditing(true)}>
            Change readers
          </Button>
        )
      }
    >
      <p className="wrap-anywhere">{readersInWords(item.readers)}</p>
      {editing && <ReadersDialog item={item} onClose={() => setEditing(false)} />}
    </Panel>
  )
}

/** The form of the readers of the product's own log. */
function ReadersDialog({
  item: { id, readers },
  onClose,
}: {
  item: Pick<EditableLogBackend, 'id' | 'readers'>
  onClose: () => void
}): ReactNode {
  const queries = useQueryClient()
  const [chosen, setChosen] = useState<readonly Role[]>(readers?.roles.filter(isRole) ?? [])
  const [teams, setTeams] = useState(textOf(readers?.teams.map(({ name }) => name) ?? []))
  const [people, setPeople] = useState(
    textOf(readers?.people.map(({ email, id: own }) => email ?? own) ?? []),
  )
  const save = useMutation({
    mutationFn: () => saveReaders(id, { roles: chosen, teams: linesOf(teams), people: linesOf(people) }),
    onSuccess: onClose,
    onSettled: () => queries.invalidateQueries({ queryKey: ['logging_backends'] }),
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title="Change readers"
      description="Administrators always read this log. Choose who else does."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" loading={save.isPending} onClick={() => save.mutate()}>
            Save
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {save.error !== null && <Notice kind="error">{messageOf(save.error)}</Notice>}
        <fieldset className="flex flex-wrap gap-x-6 gap-y-2">
          <legend className="mb-1 font-medium">Roles</legend>
          {choices.map((role) => (
            <Checkbox
              key={role}
              label={roleLabel(role)}
              checked={chosen.includes(role)}
              onChange={(checked) =>
                setChosen(checked ? [...chosen, role] : chosen.filter((one) => one !== role))
              }
            />
          ))}
        </fieldset>
        <TextAreaField
          label="Teams"
          help="Names, one on each line. Who may edit a team decides who is in it."
          value={teams}
          onChange={({ target }) => setTeams(target.value)}
        />
        <TextAreaField
          label="People"
          help="Email addresses, one on each line."
          value={people}
          onChange={({ target }) => setPeople(target.value)}
        />
      </div>
    </Dialog>
  )
}
