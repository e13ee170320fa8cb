import type { Role } from '@binnacle/contract/access'
import { roleChoices, userForm } from '@binnacle/contract/people'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { EntrySelect, EntrySwitch, EntryText } from '../../application/resource/entry-fields.tsx'
import type { EntryForm } from '../../application/resource/use-entry-form.ts'
import { roleLabel } from '../../application/session/roles.tsx'

/** Validates the form of a user. The role is empty in a new form. */
export const userEntry = z.extend(userForm, {
  role: z.pipe(z.string(), userForm.shape.role),
  active: z.boolean(),
})
type UserEntry = EntryForm<z.input<typeof userEntry>, z.output<typeof userEntry>>

export const emptyUser: z.input<typeof userEntry> = {
  firstName: '',
  lastName: '',
  email: '',
  role: '',
  active: true,
}

/** What a role lets someone do, in a few words. */
const roleNotes: Readonly<Record<Role, string>> = {
  admin: 'everything',
  editor: 'writes everything except users and connections',
  viewer: 'reads only',
  commander: 'reads; writes incidents',
  responder: 'reads; writes incidents',
}

const roleOptions = roleChoices.map((value) => ({ value, label: roleLabel(value), note: roleNotes[value] }))

/** Fields that the server may refuse. */
export const userNames = ['firstName', 'lastName', 'email', 'role'] as const

/** The fields of a user, to invite or to change one. */
export function UserFields(props: {
  entry: UserEntry
  /** Why the person cannot be deactivated; undefined to allow. */
  activeReason?: string | undefined
  showActive?: boolean
  /** Note below the role, such as the rights that a change removes. */
  roleHelp?: string | undefined
}): ReactNode {
  const { entry, activeReason } = props
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <EntryText entry={entry} name="firstName" label="First name" required />
        <EntryText entry={entry} name="lastName" label="Last name" required />
      </div>
      <EntryText entry={entry} name="email" label="Email" type="email" required />
      <EntrySelect
        entry={entry}
        name="role"
        label="Role"
        help={props.roleHelp}
        placeholder="Choose a role"
        options={() => roleOptions}
      />
      {props.showActive === true && (
        <EntrySwitch
          entry={entry}
          name="active"
          label="Active"
          disabled={activeReason !== undefined}
          help={
            activeReason ?? 'Inactive users cannot sign in. Deactivating a user ends their sessions at once.'
          }
        />
      )}
    </>
  )
}
