import { type Role, roleChoices, userForm } from '@binnacle/contract'
import { SelectField, Switch, TextField } from '@binnacle/ui'
import type { ReactNode } from 'react'
import { Controller } from 'react-hook-form'
import * as z from 'zod/mini'
import type { EntryForm } from '../../application/resource/use-entry-form.ts'
import { roleLabel } from '../../application/roles.tsx'

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
  const { form, errorOf } = props.entry
  const { register, control } = form
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="First name"
          autoComplete="off"
          aria-required
          {...register('firstName')}
          error={errorOf('firstName')}
        />
        <TextField
          label="Last name"
          autoComplete="off"
          aria-required
          {...register('lastName')}
          error={errorOf('lastName')}
        />
      </div>
      <TextField
        label="Email"
        type="email"
        autoComplete="off"
        aria-required
        {...register('email')}
        error={errorOf('email')}
      />
      <Controller
        control={control}
        name="role"
        render={({ field }) => (
          <SelectField
            label="Role"
            error={errorOf('role')}
            help={props.roleHelp}
            value={field.value}
            onChange={field.onChange}
            options={
              field.value === '' ? [{ value: '', label: 'Choose a role' }, ...roleOptions] : roleOptions
            }
          />
        )}
      />
      {props.showActive === true && (
        <Controller
          control={control}
          name="active"
          render={({ field }) => (
            <div>
              <Switch
                label="Active"
                checked={field.value}
                onChange={field.onChange}
                disabled={props.activeReason !== undefined}
              />
              <p className="text-small text-muted">
                {props.activeReason ?? 'Who is not active cannot sign in; their sessions end at once.'}
              </p>
            </div>
          )}
        />
      )}
    </>
  )
}
