import { type ComboboxOption, Button, Dialog } from '@binnacle/ui'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { PeopleField } from '../../application/forms/people-field.tsx'
import { useChange } from '../../application/resource/use-change.ts'
import { addMembers, type Team } from './queries.ts'

/** Adds people to a team. Its members are not offered. */
export function AddMembers({ team, onClose }: { team: Team; onClose: () => void }): ReactNode {
  const id = useId()
  const [chosen, setChosen] = useState<readonly ComboboxOption[]>([])
  const add = useChange({
    run: () =>
      addMembers(
        team.id,
        chosen.map(({ value }) => value),
      ),
    success: `${chosen.map(({ label }) => label).join(', ')} added to the team successfully`,
    keys: [['teams']],
    onDone: onClose,
  })
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (chosen.length > 0 && !add.isPending) add.mutate()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      dirty={chosen.length > 0}
      title="Add users to the team"
      size="small"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            type="submit"
            form={id}
            loading={add.isPending}
            disabled={chosen.length === 0}
          >
            Add
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={submit} className="flex flex-col gap-3">
        <PeopleField label="Users" except={{ membersOf: team.id }} value={chosen} onChange={setChosen} />
      </form>
    </Dialog>
  )
}
