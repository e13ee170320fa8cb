import {
  type ContactKind,
  type ContactMethod,
  isPersonalService,
  type MethodForm,
  methodForm,
  type OwnReach,
  personalServices,
  type PushSubscription,
} from '@binnacle/contract/on-call'
import { Button, Notice, SelectField, TextField } from '@binnacle/ui'
import type { ReactNode } from 'react'
import { useChange } from '../../application/resource/use-change.ts'
import { EntryDialog } from '../../application/resource/entry-dialog.tsx'
import { addMethod, ON_CALL, REACH, sendCode } from './queries.ts'
import { canSubscribe, subscribeBrowser } from './web-push.ts'
import { readBy, useDocumentForm, useFormDocument } from '../../application/forms/use-document-form.ts'

const kindLabels: Readonly<Record<ContactKind, string>> = {
  email: 'Email',
  sms: 'Text message',
  voice: 'Call',
  connection: 'Service such as ntfy or Telegram',
  web_push: 'This browser',
}

interface Values {
  kind: ContactKind
  label: string
  address: string
  connectionId: string
  subscription: PushSubscription | undefined
}

type Connection = OwnReach['connections'][number]

/** Connections that send messages of a kind. */
function connectionsFor(kind: ContactKind, { connections }: OwnReach): readonly Connection[] {
  return connections.filter(({ type }) => isPersonalService(type) === (kind === 'connection'))
}

/** Kinds that this installation and this browser can send to. */
function offeredKinds(reach: OwnReach): ContactKind[] {
  return reach.kinds.filter((kind) =>
    kind === 'email' ? true : kind === 'web_push' ? canSubscribe() : connectionsFor(kind, reach).length > 0,
  )
}

/** Adds a way to reach the person, and sends a code to it. */
export function MethodDialog(props: {
  reach: OwnReach
  onClose: () => void
  onAdded: (method: ContactMethod) => void
}): ReactNode {
  const { reach, onClose } = props
  const initial: Values = { kind: 'email', label: '', address: '', connectionId: '', subscription: undefined }

  async function send(method: MethodForm): Promise<void> {
    const id = await addMethod(method)
    const isVerified = method.kind === 'web_push'
    // The way exists from here on: a code that cannot be sent now can be asked for again.
    const isSent =
      isVerified ||
      (await sendCode(id).then(
        () => true,
        () => false,
      ))
    props.onAdded({
      id,
      kind: method.kind,
      label: method.label,
      address: 'address' in method ? method.address : '',
      connection: null,
      verified: isVerified || !isSent,
    })
  }

  const form = useDocumentForm(useFormDocument(initial), {
    read: ({ label, ...rest }) =>
      readBy(methodForm, {
        ...rest,
        label: label.trim() === '' ? rest.address || 'This browser' : label,
      }),
    fields: /^(label|address|connectionId|subscription)$/,
    send,
    success: 'Way added',
    keys: [[REACH], [ON_CALL, 'readiness']],
    onDone: () => {},
  })
  const { value, set, errorOf } = form
  const { kind } = value
  const connections = connectionsFor(kind, reach)
  const chosen = connections.find(({ id }) => id === value.connectionId)
  const question =
    chosen !== undefined && isPersonalService(chosen.type) ? personalServices[chosen.type]?.ask : undefined

  return (
    <EntryDialog entry={form} title="Add a way to reach me" submitLabel="Add" size="medium" onClose={onClose}>
      <SelectField
        label="Kind"
        value={kind}
        options={offeredKinds(reach).map((offered) => ({ value: offered, label: kindLabels[offered] }))}
        onChange={(changed) => set({ kind: changed, connectionId: '', address: '' })}
      />
      {kind !== 'email' && kind !== 'web_push' && (
        <SelectField
          label="Connection"
          value={value.connectionId}
          error={errorOf('connectionId')}
          options={connections.map(({ id, name, type }) => ({ value: id, label: name, note: type }))}
          onChange={(connectionId) => set({ connectionId })}
        />
      )}
      {kind === 'email' && (
        <TextField
          label="Email"
          type="email"
          required
          autoComplete="email"
          help="We’ll email you a code."
          value={value.address}
          error={errorOf('address')}
          onChange={(event) => set({ address: event.target.value })}
        />
      )}
      {(kind === 'sms' || kind === 'voice') && (
        <TextField
          label="Phone number"
          type="tel"
          required
          autoComplete="tel"
          help="With country code, such as +49 30 1234567"
          value={value.address}
          error={errorOf('address')}
          onChange={(event) => set({ address: event.target.value })}
        />
      )}
      {kind === 'connection' && question !== undefined && (
        <TextField
          label={question}
          autoComplete="off"
          help="Leave empty to use the connection's"
          value={value.address}
          error={errorOf('address')}
          onChange={(event) => set({ address: event.target.value })}
        />
      )}
      {kind === 'web_push' && (
        <BrowserField
          isAllowed={value.subscription !== undefined}
          error={errorOf('subscription')}
          onAllow={(subscription) => set({ subscription })}
        />
      )}
      <TextField
        label="Label"
        autoComplete="off"
        help="What you call it, such as Work phone"
        value={value.label}
        error={errorOf('label')}
        onChange={(event) => set({ label: event.target.value })}
      />
    </EntryDialog>
  )
}

/** Asks the browser for its subscription. */
function BrowserField(props: {
  isAllowed: boolean
  error: string | undefined
  onAllow: (subscription: PushSubscription) => void
}): ReactNode {
  const allow = useChange({ run: subscribeBrowser, keys: [], onDone: props.onAllow })
  if (props.isAllowed) return <Notice kind="success">This browser may show messages.</Notice>
  return (
    <Notice
      kind={props.error === undefined ? 'information' : 'error'}
      actions={
        <Button loading={allow.isPending} onClick={() => allow.mutate()}>
          Allow messages
        </Button>
      }
    >
      {props.error ?? 'Your browser asks whether this site may show messages.'}
    </Notice>
  )
}
