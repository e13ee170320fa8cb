import { isRole, type Role, roleChoices, userForm } from '@binnacle/contract'
import { SelectField, Switch, TextField } from '@binnacle/ui'
import { type ReactNode, useEffect } from 'react'
import { Controller, useForm } from 'react-hook-form'
import type { Draft } from '../../application/drafts.ts'
import { FormFrame } from '../../application/form-frame.tsx'
import { rule, showProblems } from '../../application/forms.ts'
import { useDraft } from '../../application/use-draft.ts'
import { roleLabel } from '../../application/roles.tsx'

/** What is entered of a user. Without a role the field is empty, as in a new form. */
export interface UserFormValues {
  firstName: string
  lastName: string
  email: string
  role: Role | ''
  active: boolean
}

export const emptyUser: UserFormValues = { firstName: '', lastName: '', email: '', role: '', active: true }

/** What a role lets someone do, in a few words. */
const roleNotes: Readonly<Record<Role, string>> = {
  admin: 'everything',
  editor: 'all but people and connections',
  viewer: 'reads only',
  commander: 'reads; writes incidents',
  responder: 'reads; writes incidents',
}

const roleOptions = roleChoices.map((role) => ({
  value: role,
  label: roleLabel(role),
  note: roleNotes[role],
}))

function fromDraft(draft: Draft | undefined, defaults: UserFormValues): UserFormValues {
  if (draft === undefined) return defaults
  const { firstName = '', lastName = '', email = '', role = '', active } = draft
  return { firstName, lastName, email, role: isRole(role) ? role : '', active: active !== 'false' }
}

const names = ['firstName', 'lastName', 'email', 'role'] as const

/**
 * The fields of a user, to invite or to change one.
 * @param props.id of the form element, for a button outside it
 * @param props.name under which it survives a sign-in in between
 * @param props.onSubmit rejects with what the server says; fields that it names are pointed out
 */
export function UserForm(props: {
  id: string
  name: string
  defaults: UserFormValues
  /** Why the person cannot be made inactive; undefined where they can. */
  activeReason?: string | undefined
  showActive?: boolean
  /** Said beneath the role, such as what choosing one takes away. */
  roleHelp?: string | undefined
  onDirtyChange: (dirty: boolean) => void
  onSubmit: (values: UserFormValues & { role: Role }) => Promise<void>
}): ReactNode {
  const { defaults, onDirtyChange } = props
  const form = useForm<UserFormValues>({ defaultValues: defaults, mode: 'onTouched' })
  const { register, control, formState, setValue } = form
  const restored = useDraft(props.name, () => {
    const { active, ...texts } = form.getValues()
    return { ...texts, active: String(active) }
  })
  useEffect(() => {
    if (restored === undefined) return
    const values = fromDraft(restored, defaults)
    for (const name of [...names, 'active'] as const) setValue(name, values[name], { shouldDirty: true })
  }, [restored, defaults, setValue])
  useEffect(() => onDirtyChange(formState.isDirty), [formState.isDirty, onDirtyChange])

  async function submit(values: UserFormValues): Promise<void> {
    const { role } = values
    if (role === '') return
    try {
      await props.onSubmit({ ...values, role })
    } catch (error) {
      showProblems(form, names, error)
    }
  }

  const errorOf = (name: (typeof names)[number]) => formState.errors[name]?.message
  return (
    <FormFrame
      id={props.id}
      restored={restored !== undefined}
      failure={formState.errors.root?.message}
      onSubmit={form.handleSubmit(submit)}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="First name"
          autoComplete="off"
          aria-required
          {...register('firstName', rule(userForm.shape.firstName))}
          error={errorOf('firstName')}
        />
        <TextField
          label="Last name"
          autoComplete="off"
          aria-required
          {...register('lastName', rule(userForm.shape.lastName))}
          error={errorOf('lastName')}
        />
      </div>
      <TextField
        label="Email"
        type="email"
        autoComplete="off"
        aria-required
        {...register('email', rule(userForm.shape.email))}
        error={errorOf('email')}
      />
      <Controller
        control={control}
        name="role"
        rules={rule(userForm.shape.role)}
        render={({ field }) => (
          <SelectField
            label="Role"
            error={errorOf('role')}
            help={props.roleHelp}
            value={field.value}
            onChange={field.onChange}
            options={
              field.value === ''
                ? [{ value: '' as const, label: 'Choose a role' }, ...roleOptions]
                : roleOptions
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
    </FormFrame>
  )
}
