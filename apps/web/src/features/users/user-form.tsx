import type { Role } from '@binnacle/contract/access'
import { roleChoices, userForm } from '@binnacle/contract/people'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { EntrySelect, EntrySwitch, EntryText } from '../../application/resource/entry-fields.tsx'
import type { EntryForm } from '../../application/resource/use-entry-form.ts'
import { roleLabel } from '../../application/session/roles.tsx'

/** Validates what is entered of a user. Without a role the field is empty, as in a new form. */
export const userEntry = z.object({
  firstName: userForm.shape.firstName,
  lastName: userForm.shape.lastName,
  email: userForm.shape.email,
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
  editor: 'all but people and connections',
  viewer: 'reads only',
  commander: 'reads; writes incidents',
  responder: 'reads; writes incidents',
}

const roleOptions: readonly { value: string; label: string; note: string }[] = roleChoices.map((role) => ({
  value: role,
  label: roleLabel(role),
  note: roleNotes[role],
}))

/** The fields that the server may find something wrong with. */
export const userNames = ['firstName', 'lastName', 'email', 'role'] as const

/** The fields of a user, to invite or to change one. */
export function UserFields(props: {
  entry: UserEntry
  /** Why the person cannot be made inactive; undefined where they can. */
  activeReason?: string | undefined
  showActive?: boolean
  /** Said beneath the role, such as what choosing one takes away. */
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
        options={(value) =>
          value === '' ? [{ value: '', label: 'Choose a role' }, ...roleOptions] : roleOptions
        }
      />
      {props.showActive === true && (
        <EntrySwitch
          entry={entry}
          name="active"
          label="Active"
          disabled={activeReason !== undefined}
          help={activeReason ?? 'Who is not active cannot sign in; their sessions end at once.'}
        />
      )}
    </>
  )
}
