import { Button, type ComboboxOption, Dialog, Field, MultiCombobox, Notice, useToast } from '@binnacle/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { messageOf } from '../../application/queries.ts'
import { LOOKUP_DELAY, useDebounced } from '../../application/use-debounced.ts'
import { addMembers, peopleQuery, type Person, type Team } from './queries.ts'

const optionOf = ({ id, name, email }: Person): ComboboxOption => ({
  value: id,
  label: name,
  ...(email === null ? {} : { note: email }),
})

/**
 * Adds people to a team.
 * @param props.present ids of people who need not be offered
 */
export function AddMembers(props: {
  team: Team
  present: readonly string[]
  onClose: () => void
}): ReactNode {
  const { team, onClose } = props
  const id = useId()
  const toast = useToast()
  const queries = useQueryClient()
  const [chosen, setChosen] = useState<readonly ComboboxOption[]>([])
  const [typed, setTyped] = useState('')
  const wanted = useDebounced(typed, LOOKUP_DELAY)
  const people = useQuery(peopleQuery(wanted, props.present))
  const add = useMutation({
    mutationFn: () =>
      addMembers(
        team.id,
        chosen.map(({ value }) => value),
      ),
    onError: (error) => toast.error(messageOf(error)),
    onSuccess: () => {
      toast.success(`${chosen.map(({ label }) => label).join(', ')} added to the team successfully`)
      onClose()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['teams'] }),
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
        {people.error !== null && <Notice kind="error">{messageOf(people.error)}</Notice>}
        <Field label="Users">
          {(control) => (
            <MultiCombobox
              {...control}
              options={(people.data ?? []).map(optionOf)}
              value={chosen}
              onChange={setChosen}
              onSearch={setTyped}
              searching={people.isFetching || typed !== wanted}
              placeholder="Search by name or email"
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}
