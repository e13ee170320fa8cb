import { REQUIRED } from '@binnacle/contract/core'
import { covers, roles } from '@binnacle/contract/access'
import { chosenRole } from '@binnacle/contract/people'
import { Button, copyText, Dialog, Notice, SelectField, TextField, useToast } from '@binnacle/ui'
import { Copy } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Controller } from 'react-hook-form'
import * as z from 'zod/mini'
import { EntryDialog } from '../../application/resource/entry-dialog.tsx'
import { useEntryForm } from '../../application/resource/use-entry-form.ts'
import { useSession } from '../../application/session/session.ts'
import { roleLabel } from '../../application/session/roles.tsx'
import { accessTokensQuery, createAccessToken, type NewAccessToken } from './queries.ts'

const names = ['name', 'role', 'days'] as const

const tokenEntry = z.object({
  name: z
    .string()
    .check(z.trim(), z.minLength(1, REQUIRED), z.maxLength(100, 'A name has at most 100 characters')),
  role: chosenRole,
  days: z.string(),
})

const lifetimes = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
]

/** Creates an access token and shows it once. */
export function NewToken({ onClose }: { onClose: () => void }): ReactNode {
  const [token, setToken] = useState<NewAccessToken>()
  return token === undefined ? (
    <TokenForm onClose={onClose} onMade={setToken} />
  ) : (
    <ShownToken token={token} onClose={onClose} />
  )
}

function TokenForm(props: { onClose: () => void; onMade: (token: NewAccessToken) => void }): ReactNode {
  const session = useSession()
  const offered = roles.filter((role) => covers(session.roles, role))
  const [defaults] = useState(() => ({ name: '', role: offered.at(-1) ?? 'viewer', days: '90' }))
  const entry = useEntryForm({
    draft: 'new token',
    schema: tokenEntry,
    defaults,
    names,
    topics: accessTokensQuery.queryKey,
    async send({ name, role, days }) {
      props.onMade(await createAccessToken({ name, role, days: Number(days) }))
    },
  })
  const { register, control } = entry.form

  return (
    <EntryDialog entry={entry} onClose={props.onClose} size="small" title="Create token" submitLabel="Create">
      <TextField
        label="Name"
        autoComplete="off"
        aria-required
        placeholder="backup script"
        {...register('name')}
        error={entry.errorOf('name')}
      />
      <Controller
        control={control}
        name="role"
        render={({ field }) => (
          <SelectField
            label="Role"
            error={entry.errorOf('role')}
            help="Choose the lowest role that is enough."
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
            error={entry.errorOf('days')}
            value={field.value}
            onChange={field.onChange}
            options={lifetimes}
          />
        )}
      />
    </EntryDialog>
  )
}

function ShownToken({ token, onClose }: { token: NewAccessToken; onClose: () => void }): ReactNode {
  const toast = useToast()
  return (
    <Dialog
      open
      onClose={onClose}
      size="small"
      title={`Token ${token.name}`}
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
            value={token.token}
            className="min-w-0 flex-1 [&_input]:font-mono"
            onFocus={(event) => event.target.select()}
          />
          <Button
            icon={<Copy aria-hidden="true" className="size-3.5" />}
            onClick={() => void copyText(token.token, toast)}
          >
            Copy
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
