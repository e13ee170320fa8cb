import { ConfirmDialog, Notice } from '@binnacle/ui'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { FlowMessage, FlowNode, FlowValues, InputNode } from './flow.ts'
import { buttonKey, Node } from './flow-node.tsx'
import { isButton, isField } from './groups.ts'
import { valuesToSend } from './values.ts'

const noticeKinds: Readonly<Record<string, 'error' | 'success'>> = { error: 'error', success: 'success' }

/** Messages about the whole form. */
export function FlowMessages({ messages }: { messages: readonly FlowMessage[] }): ReactNode {
  return messages.map((message) => (
    <Notice key={message.id} kind={noticeKinds[message.type] ?? 'information'}>
      {message.text}
    </Notice>
  ))
}

/** The button that submitted the form; the first one if a key submitted it. */
function pressedButton(event: FormEvent<HTMLFormElement>, nodes: readonly FlowNode[]) {
  const { submitter } = event.nativeEvent instanceof SubmitEvent ? event.nativeEvent : { submitter: null }
  const key = submitter?.dataset['button']
  const buttons = nodes.filter(isButton)
  return buttons.find((node) => buttonKey(node) === key) ?? buttons[0]
}

/** Whether the service sent a field without a value. */
const isEmpty = (node: FlowNode): boolean => node.type === 'input' && (node.attributes.value ?? '') === ''

/** A question to ask before a button submits the form. */
export interface FlowQuestion {
  title: string
  text: string
  confirmLabel: string
}

/**
 * Form for any nodes of the identity service that are submitted together. Works with password managers and with the
 * keyboard.
 */
export function FlowForm(props: {
  nodes: readonly FlowNode[]
  /** Accessible name of the form, if a page has several. */
  label?: string
  /** Whether the form is the main content of the page, so that its first field takes the focus. */
  alone?: boolean
  /** Whether buttons take the whole width. */
  wide?: boolean
  /** Whether this is an alternative to the main form, so that its button is less prominent. */
  second?: boolean
  /** Account name for password managers, if no field holds it. */
  username?: string | undefined
  /** Values typed earlier, by field name. */
  typed?: Readonly<Record<string, string>>
  /** Questions before destructive buttons, by button name. */
  questions?: Readonly<Record<string, FlowQuestion>>
  onSubmit: (values: FlowValues) => Promise<void>
}): ReactNode {
  const { nodes } = props
  const [pressed, setPressed] = useState<string>()
  const [confirmation, setConfirmation] = useState<{
    question: FlowQuestion
    button: InputNode
    values: FlowValues
  }>()

  async function send(button: InputNode | undefined, values: FlowValues): Promise<void> {
    setPressed(button === undefined ? '' : buttonKey(button))
    try {
      await props.onSubmit(values)
    } finally {
      setPressed(undefined)
    }
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (pressed !== undefined) return
    const button = pressedButton(event, nodes)
    const values = valuesToSend(nodes, new FormData(event.currentTarget), button)
    const question = button === undefined ? undefined : props.questions?.[button.attributes.name]
    if (question === undefined || button === undefined) void send(button, values)
    else setConfirmation({ question, button, values })
  }

  const wrong = nodes.find((node) => node.messages.length > 0)
  const buttons = nodes.filter(isButton)
  const fields = nodes.filter(isField)
  const setup = {
    pressed,
    first: props.alone === true ? (wrong ?? fields.find(isEmpty) ?? fields[0]) : wrong,
    wide: props.wide === true,
    typed: props.typed ?? {},
  }
  return (
    <form noValidate aria-label={props.label} onSubmit={submit} className="flex flex-col gap-3">
      <Username nodes={nodes} username={props.username} />
      {nodes
        .filter((node) => !isButton(node))
        .map((node) => (
          <Node key={keyOf(node)} node={node} setup={setup} variant="primary" />
        ))}
      {buttons.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {buttons.map((node, index) => (
            <Node
              key={keyOf(node)}
              node={node}
              setup={setup}
              variant={index > 0 ? 'ghost' : props.second === true ? 'secondary' : 'primary'}
            />
          ))}
        </div>
      )}
      {confirmation !== undefined && (
        <ConfirmDialog
          open
          title={confirmation.question.title}
          confirmLabel={confirmation.question.confirmLabel}
          onClose={() => setConfirmation(undefined)}
          onConfirm={() => send(confirmation.button, confirmation.values)}
        >
          {confirmation.question.text}
        </ConfirmDialog>
      )}
    </form>
  )
}

/** Field types that a password manager takes for an account name. */
const nameTypes: ReadonlySet<string> = new Set(['text', 'email', 'tel'])

/** Hidden field that gives password managers the account name of a form without such a field. The field is not sent. */
function Username(props: { nodes: readonly FlowNode[]; username: string | undefined }): ReactNode {
  const inputs = props.nodes.filter((node) => node.type === 'input').map(({ attributes }) => attributes)
  const asksForPassword = inputs.some(({ type }) => type === 'password')
  if (!asksForPassword || inputs.some(({ type }) => nameTypes.has(type))) return null
  const sent = inputs.find(({ name }) => name === 'identifier')?.value
  const name = sent === undefined ? props.username : String(sent)
  if (name === undefined) return null
  return <input type="text" autoComplete="username" value={name} readOnly hidden />
}

/** Keeps typed values. Only a field whose message changed is rendered again. */
function keyOf(node: FlowNode): string {
  const message = node.messages[0]?.text ?? ''
  if (node.type !== 'input') return `${node.type} ${node.attributes.id} ${message}`
  const { name } = node.attributes
  return isButton(node) ? buttonKey(node) : `${name} ${message}`
}
