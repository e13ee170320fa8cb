/**
 * Self-service flows in the shape of Ory Kratos' public API: a form as data, which any client can render. Field
 * names, groups, message ids and states follow that API; the texts are ours.
 */

export type FlowKind = 'login' | 'registration' | 'recovery' | 'verification' | 'settings'

/** How many factors prove who a person is: one or two. */
export type AssuranceLevel = 'aal1' | 'aal2'

export interface Message {
  id: number
  text: string
  type: 'info' | 'error' | 'success'
  context?: { secrets: Message[] }
}

/** The method of a field. Fields in `default` belong to all methods. */
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
    /** A boolean for a checkbox, otherwise a text. */
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

/** The step of a flow. Login and registration have no state until a code was sent. */
export type FlowState = 'choose_method' | 'sent_email' | 'passed_challenge' | 'show_form' | 'success'

/** The next step after a flow, and its form. */
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
  /** Only on sign-in forms, and not part of Kratos: people may create an account themselves. */
  registration_open?: true
  ui: { action: string; method: 'POST'; nodes: FlowNode[]; messages: Message[] }
  continue_with?: NextStep[]
}

/** An error of the identity service. `id` tells clients what to do next. */
export interface FlowError {
  status: 400 | 401 | 403 | 404 | 410 | 413 | 422 | 429
  id: string
  reason: string
  redirect_browser_to?: string
  /** Seconds to wait before a retry, with status 429. */
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

/** Creates a field of a form. Fields that people fill in are required unless they are optional or disabled. */
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

/** Creates a button. Pressing it sends its name and value with the fields. */
export function submitNode(
  label: Message,
  group: Group,
  value: string,
  { name = 'method', disabled = false }: { name?: string; disabled?: boolean } = {},
): InputNode {
  return inputNode({ name, type: 'submit', value, label, group, disabled })
}

/** Creates a checkbox. If a form does not send it, the given value counts. */
export function checkboxNode(name: string, label: Message, group: Group, ticked: boolean): InputNode {
  return inputNode({ name, type: 'checkbox', label, group, value: ticked, optional: true })
}

/** Creates a text between fields. */
export function textNode(id: string, text: Message, group: Group, label?: Message): TextNode {
  return {
    type: 'text',
    group,
    attributes: { node_type: 'text', id, text },
    messages: [],
    meta: label === undefined ? {} : { label },
  }
}

/** Creates an image from a data URL. Sizes are in pixels. */
export function imageNode(id: string, src: string, size: number, group: Group, label: Message): ImageNode {
  return {
    type: 'img',
    group,
    attributes: { node_type: 'img', id, src, width: size, height: size },
    messages: [],
    meta: { label },
  }
}

/** Copies a form with messages on some of its fields. It keeps typed values, except passwords and codes. */
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

/** Most characters of a typed value that are stored. */
const LONGEST_KEPT = 320
