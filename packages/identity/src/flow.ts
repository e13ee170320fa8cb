/**
 * Self-service flows in the shape of Ory Kratos' public API: a form as data, which any client renders. Facts from that
 * API: names of fields, groups, message ids, states. The words are ours.
 */

export type FlowKind = 'login' | 'registration' | 'recovery' | 'verification' | 'settings'

/** How sure we are of who someone is: one factor, or two. */
export type AssuranceLevel = 'aal1' | 'aal2'

export interface Message {
  id: number
  text: string
  type: 'info' | 'error' | 'success'
  context?: { secrets: Message[] }
}

/** Which method a field belongs to; `default` belongs to all. */
export type Group = 'default' | 'password' | 'profile' | 'code' | 'totp' | 'lookup_secret'

interface NodeParts {
  group: Group
  messages: Message[]
  meta: { label?: Message }
}

export interface InputNode extends NodeParts {
  type: 'input'
  attributes: {
    node_type: 'input'
    name: string
    type: 'hidden' | 'text' | 'email' | 'password' | 'submit' | 'checkbox'
    /** A checkbox has a boolean, everything else a text. */
    value?: string | boolean
    required?: boolean
    autocomplete?: string
    disabled: boolean
  }
}

export interface TextNode extends NodeParts {
  type: 'text'
  attributes: { node_type: 'text'; id: string; text: Message }
}

export interface ImageNode extends NodeParts {
  type: 'img'
  attributes: { node_type: 'img'; id: string; src: string; width: number; height: number }
}

export interface AnchorNode extends NodeParts {
  type: 'a'
  attributes: { node_type: 'a'; id: string; href: string; title: Message }
}

export type FlowNode = InputNode | TextNode | ImageNode | AnchorNode

/** How far a flow is. Login and registration have no state until a code was sent. */
export type FlowState = 'choose_method' | 'sent_email' | 'passed_challenge' | 'show_form' | 'success'

/** What is left to do after a flow, and with which form. */
export interface NextStep {
  action: 'show_verification_ui'
  flow: { id: string; url: string; verifiable_address: string }
}

export interface Flow {
  id: string
  type: 'browser'
  expires_at: string
  issued_at: string
  request_url: string
  return_to: string
  refresh: boolean
  requested_aal: AssuranceLevel
  state?: FlowState
  /** Only on sign-in forms, and not part of Kratos: whether people may create an account themselves. */
  registration_open?: true
  ui: { action: string; method: 'POST'; nodes: FlowNode[]; messages: Message[] }
  continue_with?: NextStep[]
}

/** An error of the identity service: `id` tells clients what to do next. */
export interface FlowError {
  status: 400 | 401 | 403 | 404 | 410 | 413 | 422 | 429
  id: string
  reason: string
  redirect_browser_to?: string
  /** Seconds after which the same request is worth another try; with status 429. */
  retryAfter?: number
}

interface Field {
  name: string
  type: InputNode['attributes']['type']
  label?: Message
  value?: string | boolean | undefined
  autocomplete?: string
  group?: Group
  disabled?: boolean
  optional?: boolean
}

/** A field of a form. Fields that a person fills in are required unless they are optional or disabled. */
export function inputNode(field: Field): InputNode {
  const { name, type, label, value, autocomplete, group = 'default', disabled = false } = field
  return {
    type: 'input',
    group,
    attributes: {
      node_type: 'input',
      name,
      type,
      disabled,
      ...(value === undefined ? {} : { value }),
      ...(autocomplete === undefined ? {} : { autocomplete }),
      ...(type === 'submit' || disabled || field.optional === true ? {} : { required: true }),
    },
    messages: [],
    meta: label === undefined ? {} : { label },
  }
}

/** A button; pressing it sends its name and value with the fields. */
export function submitNode(
  label: Message,
  group: Group,
  value: string,
  { name = 'method', disabled = false }: { name?: string; disabled?: boolean } = {},
): InputNode {
  return inputNode({ name, type: 'submit', value, label, group, disabled })
}

/** A box to tick. A form that does not send it counts as one that sends the value given here. */
export function checkboxNode(name: string, label: Message, group: Group, ticked: boolean): InputNode {
  return inputNode({ name, type: 'checkbox', label, group, value: ticked, optional: true })
}

/** A text that stands between fields. */
export function textNode(id: string, text: Message, group: Group, label?: Message): TextNode {
  return {
    type: 'text',
    group,
    attributes: { node_type: 'text', id, text },
    messages: [],
    meta: label === undefined ? {} : { label },
  }
}

/** A picture, as a data address; sizes in pixels. */
export function imageNode(id: string, src: string, size: number, group: Group, label: Message): ImageNode {
  return {
    type: 'img',
    group,
    attributes: { node_type: 'img', id, src, width: size, height: size },
    messages: [],
    meta: { label },
  }
}

/** A copy of a form with messages on some of its fields and what was typed kept, passwords and codes excepted. */
export function withMessages(
  nodes: readonly FlowNode[],
  typed: Readonly<Record<string, string>>,
  messages: Readonly<Record<string, Message>>,
): FlowNode[] {
  return nodes.map((node) => {
    if (node.type !== 'input') return node
    const { name, type, disabled, autocomplete } = node.attributes
    const message = messages[name]
    if (type === 'checkbox' && typed[name] !== undefined)
      return { ...node, attributes: { ...node.attributes, value: typed[name] === 'true' } }
    const keeps =
      (type === 'text' || type === 'email') &&
      !disabled &&
      autocomplete !== 'one-time-code' &&
      autocomplete !== 'off'
    const kept = keeps ? typed[name]?.slice(0, LONGEST_KEPT) : undefined
    return {
      ...node,
      attributes: { ...node.attributes, ...(kept === undefined ? {} : { value: kept }) },
      messages: message === undefined ? [] : [message],
    }
  })
}

/** More of what was typed is not stored. */
const LONGEST_KEPT = 320
