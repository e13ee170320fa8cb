/**
 * Self-service flows in the shape of Ory Kratos' public API: a form as data, which any client renders. Facts from that
 * API: names of fields, groups, message ids. The words are ours.
 */

export type FlowKind = 'login' | 'registration'

export interface Message {
  id: number
  text: string
  type: 'info' | 'error' | 'success'
}

export interface InputNode {
  type: 'input'
  group: 'default' | 'password'
  attributes: {
    node_type: 'input'
    name: string
    type: 'hidden' | 'text' | 'email' | 'password' | 'submit'
    value?: string
    required?: boolean
    autocomplete?: string
    disabled: boolean
  }
  messages: Message[]
  meta: { label?: Message }
}

export interface Flow {
  id: string
  type: 'browser'
  expires_at: string
  issued_at: string
  request_url: string
  return_to: string
  refresh: boolean
  requested_aal: 'aal1'
  ui: { action: string; method: 'POST'; nodes: InputNode[]; messages: Message[] }
}

/** An error of the identity service: `id` tells clients what to do next. */
export interface FlowError {
  status: 400 | 401 | 403 | 404 | 410 | 422
  id: string
  reason: string
  redirect_browser_to?: string
}

interface Field {
  name: string
  type: InputNode['attributes']['type']
  label?: Message
  value?: string | undefined
  autocomplete?: string
  group?: InputNode['group']
}

/** A field of a form. Fields that a person fills in are required. */
export function inputNode({ name, type, label, value, autocomplete, group = 'default' }: Field): InputNode {
  return {
    type: 'input',
    group,
    attributes: {
      node_type: 'input',
      name,
      type,
      disabled: false,
      ...(value === undefined ? {} : { value }),
      ...(autocomplete === undefined ? {} : { autocomplete }),
      ...(type === 'submit' ? {} : { required: true }),
    },
    messages: [],
    meta: label === undefined ? {} : { label },
  }
}

/** A copy of a form with messages on some of its fields and what was typed kept, passwords excepted. */
export function withMessages(
  nodes: readonly InputNode[],
  typed: Readonly<Record<string, string>>,
  messages: Readonly<Record<string, Message>>,
): InputNode[] {
  return nodes.map((node) => {
    const { name, type } = node.attributes
    const message = messages[name]
    const kept = type === 'text' || type === 'email' ? typed[name] : undefined
    return {
      ...node,
      attributes: { ...node.attributes, ...(kept === undefined ? {} : { value: kept }) },
      messages: message === undefined ? [] : [message],
    }
  })
}
