import { Button, TextField } from '@binnacle/ui'
import { CircleAlert, Info } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { Flow, FlowNode } from './flow.ts'

/** The messages of a whole form. */
function FormMessages({ flow }: { flow: Flow }): ReactNode {
  return flow.ui.messages.map((message) => {
    const isError = message.type === 'error'
    return (
      <p
        key={message.id}
        role={isError ? 'alert' : 'status'}
        className={
          isError
            ? 'flex gap-2 rounded-control border border-unhealthy-line bg-unhealthy-subtle px-3 py-2'
            : 'flex gap-2 rounded-control border border-line bg-band px-3 py-2 text-secondary'
        }
      >
        {isError ? (
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-unhealthy" />
        ) : (
          <Info aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        )}
        {message.text}
      </p>
    )
  })
}

function valuesOf(form: HTMLFormElement): Record<string, string> {
  const entries = [...new FormData(form)].filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return Object.fromEntries(entries)
}

function Node({ node, busy, first }: { node: FlowNode; busy: boolean; first: boolean }): ReactNode {
  const { name, type, value, required, autocomplete, disabled } = node.attributes
  const label = node.meta.label?.text ?? name
  if (type === 'hidden') return <input type="hidden" name={name} value={value ?? ''} />
  if (type === 'submit')
    return (
      <>
        <input type="hidden" name={name} value={value ?? ''} />
        <Button type="submit" variant="primary" loading={busy} className="mt-1 w-full">
          {label}
        </Button>
      </>
    )
  return (
    <TextField
      label={label}
      name={name}
      type={type}
      defaultValue={value}
      autoComplete={autocomplete}
      aria-required={required}
      disabled={disabled}
      // eslint-disable-next-line jsx-a11y/no-autofocus -- the form has the page for itself: typing belongs into it
      autoFocus={first}
      error={node.messages[0]?.text}
    />
  )
}

/** Draws a form of the identity service, whatever fields it has. Works with password managers and by keyboard. */
export function FlowForm(props: {
  flow: Flow
  onSubmit: (values: Record<string, string>) => Promise<void>
}): ReactNode {
  const { flow } = props
  const [busy, setBusy] = useState(false)
  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    try {
      await props.onSubmit(valuesOf(event.currentTarget))
    } finally {
      setBusy(false)
    }
  }
  const shown = flow.ui.nodes.filter(({ attributes }) => !['hidden', 'submit'].includes(attributes.type))
  const wrong = shown.find((node) => node.messages.length > 0)
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-3">
      <FormMessages flow={flow} />
      {flow.ui.nodes.map((node) => (
        <Node
          // What was typed stays in its field; only a field with a message is drawn anew.
          key={`${node.attributes.name} ${node.messages[0]?.text ?? ''}`}
          node={node}
          busy={busy}
          first={node === (wrong ?? shown[0])}
        />
      ))}
    </form>
  )
}
