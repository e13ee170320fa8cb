import { fail, succeed } from '@binnacle/contract/core'
import { digest, equal, keyedDigest, newToken } from './codes.ts'
import type { BrowserRequest, Fields, FlowResult, IdentityOptions, SubmitResult } from './core.ts'
import { limitedAddress } from './limited-address.ts'
import { failures } from './failures.ts'
import {
  type AssuranceLevel,
  type Flow,
  type FlowKind,
  type FlowNode,
  inputNode,
  type Message,
  withMessages,
} from './flow.ts'
import { messages } from './messages.ts'
import { isOwnPath } from './return-to.ts'
import type { FlowContent, IdentityStore, StoredFlow } from './store.ts'

const FLOW_MILLISECONDS = 60 * 60_000

/** The inputs to create a flow. */
interface FlowInput {
  returnTo: string
  refresh?: boolean
  aal?: AssuranceLevel
  personId?: string
  content: Pick<FlowContent, 'messages'> & Partial<Pick<FlowContent, 'state' | 'memory' | 'continueWith'>>
  nodes: readonly FlowNode[]
}

/** Creates, finds, renders and stores the forms of all flows. */
export function createForms(options: IdentityOptions) {
  const { store, key, publicUrl } = options
  const now = () => options.now()
  const sign = (...parts: string[]) => keyedDigest(key, ...parts).toString('base64url')

  /** Digest of the network address that a new flow is counted for. It does not reveal the address. */
  const requesterOf = ({ address }: Pick<BrowserRequest, 'address'>) =>
    keyedDigest(key, 'flows', limitedAddress(address ?? ''))

  /** Opens the secrets of a form. They are stored sealed, and opened only to show the form to its owner. */
  function opened(text: string): string {
    const plain = options.isSealed(text) ? options.unseal(text) : undefined
    return plain?.ok === true ? plain.value : text
  }

  function reveal(node: FlowNode): FlowNode {
    if (node.type === 'img')
      return { ...node, attributes: { ...node.attributes, src: opened(node.attributes.src) } }
    if (node.type !== 'text') return node
    const { context, ...shown } = node.attributes.text
    const secrets = context?.secrets.map((secret) => ({ ...secret, text: opened(secret.text) }))
    const text = {
      ...shown,
      text: opened(shown.text),
      ...(secrets === undefined ? {} : { context: { secrets } }),
    }
    return { ...node, attributes: { ...node.attributes, text } }
  }

  function show({ id, kind, content, issuedAt, expiresAt }: StoredFlow): Flow {
    return {
      id,
      type: 'browser',
      issued_at: issuedAt.toISOString(),
      expires_at: expiresAt.toISOString(),
      request_url: `${publicUrl}/kratos/self-service/${kind}/browser`,
      return_to: content.returnTo,
      refresh: content.refresh,
      requested_aal: content.requestedAal,
      ...(content.state === undefined ? {} : { state: content.state }),
      ...(kind === 'login' && options.registration === 'open' ? { registration_open: true } : {}),
      ui: {
        action: `${publicUrl}/kratos/self-service/${kind}?flow=${id}`,
        method: 'POST',
        nodes: content.nodes.map(reveal),
        messages: content.messages,
      },
      ...(content.continueWith === undefined ? {} : { continue_with: content.continueWith }),
    }
  }

  /** The hidden field that proves that the form was filled in on our page. */
  const csrfNode = (csrfCookie: string, flowId: string) =>
    inputNode({ name: 'csrf_token', type: 'hidden', value: sign('csrf', csrfCookie, flowId) })

  async function create(
    kind: FlowKind,
    request: Pick<BrowserRequest, 'csrfCookie' | 'address'>,
    input: FlowInput,
    within: IdentityStore = store,
  ): FlowResult<{ flow: Flow; csrfCookie: string }> {
    if (!isOwnPath(input.returnTo)) return fail(failures.returnToForbidden)
    const csrfCookie = request.csrfCookie ?? newToken()
    const id = options.newId()
    const stored: StoredFlow = {
      id,
      kind,
      csrfDigest: digest(csrfCookie),
      requester: requesterOf(request),
      ...(input.personId === undefined ? {} : { personId: input.personId }),
      content: {
        returnTo: input.returnTo,
        refresh: input.refresh ?? false,
        requestedAal: input.aal ?? 'aal1',
        memory: {},
        ...input.content,
        nodes: [csrfNode(csrfCookie, id), ...input.nodes],
      },
      issuedAt: now(),
      expiresAt: new Date(now().getTime() + FLOW_MILLISECONDS),
    }
    await within.saveFlow(stored)
    return succeed({ flow: show(stored), csrfCookie })
  }

  async function find(kind: FlowKind, id: string, request: BrowserRequest): FlowResult<StoredFlow> {
    const stored = await store.flow(id, kind)
    if (stored === undefined) return fail(failures.notFound)
    if (request.csrfCookie === undefined || !equal(digest(request.csrfCookie), stored.csrfDigest))
      return fail(failures.csrf)
    if (stored.expiresAt <= now()) return fail(failures.expired)
    if (
      stored.personId !== undefined &&
      request.session !== undefined &&
      stored.personId !== request.session.person.id
    )
      return fail(failures.identityMismatch)
    return succeed(stored)
  }

  async function openForm(
    kind: FlowKind,
    id: string,
    request: BrowserRequest,
    fields: Fields,
  ): FlowResult<StoredFlow> {
    const stored = await find(kind, id, request)
    if (!stored.ok) return stored
    const expected = sign('csrf', request.csrfCookie ?? '', id)
    return equal(Buffer.from(fields['csrf_token'] ?? ''), Buffer.from(expected))
      ? stored
      : fail(failures.csrf)
  }

  /** Returns the form again with messages, and stores it, so that a reload of the page shows the same. */
  async function again(
    stored: StoredFlow,
    typed: Fields,
    onForm: readonly Message[],
    onFields: Readonly<Record<string, Message>> = {},
  ): Promise<SubmitResult> {
    const { nodes } = stored.content
    const content = {
      ...stored.content,
      nodes: withMessages(nodes, typed, onFields),
      messages: [...onForm],
      ...(stored.content.state === 'success' ? { state: 'show_form' as const } : {}),
    }
    const next = { ...stored, content }
    await store.saveFlow(next)
    return { form: { flow: show(next), status: 400 } }
  }

  /** Moves a form to its next step, with other fields and messages. */
  async function proceed(
    within: IdentityStore,
    stored: StoredFlow,
    csrfCookie: string | undefined,
    content: Partial<FlowContent>,
    status: 200 | 400 = 200,
  ): Promise<SubmitResult> {
    const nodes = content.nodes ?? stored.content.nodes
    const withToken =
      content.nodes === undefined ? nodes : [csrfNode(csrfCookie ?? '', stored.id), ...content.nodes]
    const next = { ...stored, content: { ...stored.content, ...content, nodes: withToken } }
    await within.saveFlow(next)
    return { form: { flow: show(next), status } }
  }

  /** Required fields of a method, and of all methods, that were left empty. */
  function missing(stored: StoredFlow, fields: Fields, group: string): Record<string, Message> {
    const absent = stored.content.nodes.flatMap((node) =>
      node.type === 'input' &&
      (node.group === 'default' || node.group === group) &&
      node.attributes.required === true &&
      node.attributes.type !== 'hidden' &&
      (fields[node.attributes.name] ?? '').trim() === ''
        ? [[node.attributes.name, messages.required] as const]
        : [],
    )
    return Object.fromEntries(absent)
  }

  return { sign, show, requesterOf, create, find, openForm, again, proceed, missing }
}
