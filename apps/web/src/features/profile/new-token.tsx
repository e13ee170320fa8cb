import { covers, isRole, type Role, roles } from '@binnacle/contract/access'
import { Button, copyText, Dialog, Notice, SelectField, TextField, useToast } from '@binnacle/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { FormDialog } from '../../application/forms/form-dialog.tsx'
import { FormFrame } from '../../application/forms/form-frame.tsx'
import { rule, showProblems } from '../../application/forms/forms.ts'
import { useInvalidFocus } from '../../application/forms/invalid-focus.ts'
import { messageOf } from '../../application/requests/queries.ts'
import { useSession } from '../../application/session/session.ts'
import { useDraft } from '../../application/session/use-draft.ts'
import { roleLabel } from '../../application/session/roles.tsx'
import { accessTokensQuery, createAccessToken, type MadeToken } from './queries.ts'

interface Values {
  name: string
  role: Role
  days: string
}

const names = ['name', 'role', 'days'] as const

const tokenName = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'This field is required'),
    z.maxLength(100, 'A name has at most 100 characters'),
  )

const lifetimes = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
]

/** Creates an access token and shows it once. */
export function NewToken({ onClose }: { onClose: () => void }): ReactNode {
  const [made, setMade] = useState<MadeToken>()
  return made === undefined ? (
    <TokenForm onClose={onClose} onMade={setMade} />
  ) : (
    <ShownToken made={made} onClose={onClose} />
  )
}

function TokenForm(props: { onClose: () => void; onMade: (made: MadeToken) => void }): ReactNode {
  const id = useId()
  const focusInvalid = useInvalidFocus(id)
  const session = useSession()
  const toast = useToast()
  const queries = useQueryClient()
  const offered = roles.filter((role) => covers(session.roles, role))
  const form = useForm<Values>({
    defaultValues: { name: '', role: offered.at(-1) ?? 'viewer', days: '90' },
  })
  const { register, control, formState, setValue } = form
  const restored = useDraft('new token', () => ({ ...form.getValues() }))
  useEffect(() => {
    const { name, role, days } = restored ?? {}
    if (name !== undefined) setValue('name', name, { shouldDirty: true })
    if (role !== undefined && isRole(role)) setValue('role', role)
    if (days !== undefined) setValue('days', days)
  }, [restored, setValue])
  const create = useMutation({
    mutationFn: createAccessToken,
    onError: (error) => toast.error(messageOf(error)),
    onSuccess: () => queries.invalidateQueries({ queryKey: accessTokensQuery.queryKey }),
  })

  async function submit({ name, role, days }: Values): Promise<void> {
    try {
      props.onMade(await create.mutateAsync({ name: name.trim(), role, days: Number(days) }))
    } catch (error) {
      showProblems(form, names, error)
      focusInvalid()
    }
  }

  return (
    <FormDialog
      onClose={props.onClose}
      dirty={formState.isDirty}
      size="small"
      title="Create token"
      formId={id}
      submitLabel="Create"
      sending={create.isPending}
    >
      <FormFrame
        id={id}
        restored={restored !== undefined}
        failure={formState.errors.root?.message}
        onSubmit={form.handleSubmit(submit, focusInvalid)}
      >
        <TextField
          label="Name"
          autoComplete="off"
          aria-required
          placeholder="backup script"
          {...register('name', rule(tokenName))}
          error={formState.errors.name?.message}
        />
        <Controller
          control={control}
          name="role"
          render={({ field }) => (
            <SelectField
              label="Role"
              error={formState.errors.role?.message}
              help="Choose the least that will do."
              value={field.value}
              onChange={field.onChange}
              options={offered.map((role) => ({ value: role, label: roleLabel(role) }))}
            />
          )}
        />
        <Controller
          control={control}
          name="days"
          render={({ field }) => (
            <SelectField
              label="Expires after"
              error={formState.errors.days?.message}
              value={field.value}
              onChange={field.onChange}
              options={lifetimes}
            />
          )}
        />
      </FormFrame>
    </FormDialog>
  )
}

function ShownToken({ made, onClose }: { made: MadeToken; onClose: () => void }): ReactNode {
  const toast = useToast()
  return (
    <Dialog
      open
      onClose={onClose}
      size="small"
      title={`Token ${made.name}`}
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <Notice kind="warning">Copy the token now: it is not shown again.</Notice>
        <div className="flex items-end gap-2">
          <TextField
            label="Token"
            readOnly
            value={made.token}
            className="min-w-0 flex-1 [&_input]:font-mono"
            onFocus={(event) => event.target.select()}
          />
          <Button
            icon={<Copy aria-hidden="true" className="size-3.5" />}
            onClick={() => void copyText(made.token, toast)}
          >
            Copy
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
