import type { Role } from '@binnacle/contract/access'
import { roleChoices, type SecondFactorDemand } from '@binnacle/contract/people'
import { Button, Checkbox, Dialog, Notice, TextLink } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { FormDialog } from '../../application/forms/form-dialog.tsx'
import { ItemDialog } from '../../application/resource/query-states.tsx'
import { useChange } from '../../application/resource/use-change.ts'
import { secondFactorQuery, setSecondFactorRoles } from './administration.ts'
import { roleLabel } from '../../application/session/roles.tsx'

const TITLE = 'Require a second factor'

/** Chooses the roles whose people must have a second factor. */
export function SecondFactorDialog({ onClose }: { onClose: () => void }): ReactNode {
  return (
    <ItemDialog answer={useQuery(secondFactorQuery)} title={TITLE} onClose={onClose}>
      {(demand) => <RolesForm demand={demand} onClose={onClose} />}
    </ItemDialog>
  )
}

function RolesForm({ demand, onClose }: { demand: SecondFactorDemand; onClose: () => void }): ReactNode {
  const id = useId()
  const [chosen, setChosen] = useState<readonly Role[]>(demand.roles)
  const save = useChange({
    run: () => setSecondFactorRoles(chosen),
    success: 'Required roles saved',
    keys: [secondFactorQuery.queryKey],
    onDone: onClose,
  })
  const fixed = demand.local || !demand.own
  const fields = (
    <div className="flex flex-col gap-3">
      {demand.local ? (
        <Notice kind="information">The operator of this installation sets these roles in a file.</Notice>
      ) : (
        !demand.own && (
          <Notice kind="warning">
            Set up a second factor for yourself first, in your{' '}
            <TextLink href="/profile-settings">profile settings</TextLink>.
          </Notice>
        )
      )}
      <fieldset className="flex flex-col gap-1">
        <legend className="mb-1 text-small font-medium text-secondary">Roles</legend>
        {roleChoices.map((role) => (
          <Checkbox
            key={role}
            label={<RoleLine role={role} people={lackingOf(demand, role)} />}
            checked={chosen.includes(role)}
            disabled={fixed}
            onChange={(ticked) =>
              setChosen(ticked ? [...chosen, role] : chosen.filter((other) => other !== role))
            }
          />
        ))}
      </fieldset>
    </div>
  )
  const description =
    'People with these roles set up an authenticator app before they can do anything else. Until then their sessions and access tokens are refused.'
  if (fixed)
    return (
      <Dialog
        open
        onClose={onClose}
        size="small"
        title={TITLE}
        description={description}
        footer={<Button onClick={onClose}>Close</Button>}
      >
        {fields}
      </Dialog>
    )
  return (
    <FormDialog
      onClose={onClose}
      dirty={[...chosen].toSorted().join() !== [...demand.roles].toSorted().join()}
      size="small"
      title={TITLE}
      description={description}
      formId={id}
      submitLabel="Save"
      sending={save.isPending}
    >
      <form
        id={id}
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          save.mutate()
        }}
      >
        {fields}
      </form>
    </FormDialog>
  )
}

const lackingOf = ({ lacking }: SecondFactorDemand, role: Role): number =>
  lacking.find((entry) => entry.role === role)?.people ?? 0

function RoleLine({ role, people }: { role: Role; people: number }): ReactNode {
  return (
    <span className="flex flex-wrap gap-x-2">
      <span>{roleLabel(role)}</span>
      {people > 0 && (
        <span className="text-muted">
          {people === 1 ? '1 person has no second factor' : `${people} people have no second factor`}
        </span>
      )}
    </span>
  )
}
