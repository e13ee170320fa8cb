import * as z from 'zod/mini'
import { changeSession, request } from '../../application/requests/api.ts'
import { RequestFailure } from '../../application/requests/failure.ts'

const secret = z.object({ text: z.string() })

const message = z.object({
  id: z.number(),
  text: z.string(),
  type: z.string(),
  /** Values in the text; backup codes arrive here. */
  context: z.optional(z.object({ secrets: z.optional(z.array(secret)) })),
})
export type FlowMessage = z.infer<typeof message>

const common = {
  group: z.string(),
  messages: z.array(message),
  meta: z.object({ label: z.optional(message) }),
}

const inputNode = z.object({
  ...common,
  type: z.literal('input'),
  attributes: z.object({
    name: z.string(),
    type: z.string(),
    value: z.optional(z.union([z.string(), z.number(), z.boolean()])),
    required: z.optional(z.boolean()),
    disabled: z.optional(z.boolean()),
    autocomplete: z.optional(z.string()),
    maxlength: z.optional(z.number()),
  }),
})
export type InputNode = z.infer<typeof inputNode>

const textNode = z.object({
  ...common,
  type: z.literal('text'),
  attributes: z.object({ id: z.string(), text: message }),
})
export type TextNode = z.infer<typeof textNode>

const anchorNode = z.object({
  ...common,
  type: z.literal('a'),
  attributes: z.object({ id: z.string(), href: z.string(), title: message }),
})
export type AnchorNode = z.infer<typeof anchorNode>

const imageNode = z.object({
  ...common,
  type: z.literal('img'),
  attributes: z.object({ id: z.string(), src: z.string(), width: z.number(), height: z.number() }),
})
export type ImageNode = z.infer<typeof imageNode>

const drawnNode = z.discriminatedUnion('type', [inputNode, textNode, anchorNode, imageNode])
/** A part of a flow that the application renders. */
export type FlowNode = z.infer<typeof drawnNode>

/** Parses nodes and skips those that cannot be rendered: scripts, which must never run, and unknown types. */
const nodes = z.pipe(
  z.array(z.unknown()),
  z.transform((all) =>
    all.flatMap((node) => {
      const parsed = drawnNode.safeParse(node)
      return parsed.success ? [parsed.data] : []
    }),
  ),
)

/** A flow of the identity service. */
export const flowShape = z.object({
  id: z.string(),
  return_to: z.optional(z.string()),
  refresh: z.optional(z.boolean()),
  requested_aal: z.optional(z.string()),
  /** Current step of a flow with several steps. */
  state: z.optional(z.string()),
  /** Whether people may create an account themselves. */
  registration_open: z.optional(z.boolean()),
  ui: z.object({ nodes, messages: z._default(z.array(message), []) }),
})
export type Flow = z.infer<typeof flowShape>

const flowKinds = ['login', 'registration', 'recovery', 'verification', 'settings'] as const
export type FlowKind = (typeof flowKinds)[number]

/** Values to submit by field name: texts, and the values of checkboxes and buttons in the type of their node. */
export type FlowValues = Readonly<Record<string, string | number | boolean>>

const base = (kind: FlowKind) => `/kratos/self-service/${kind}`

/** Creates a flow. @throws RequestFailure if the service refuses */
export function createFlow(
  kind: FlowKind,
  parameters: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Flow> {
  return request(`${base(kind)}/browser?${new URLSearchParams(parameters)}`, flowShape, { signal })
}

/** Loads an existing flow, for example after a reload of the page. @throws RequestFailure if the service refuses */
export function readFlow(kind: FlowKind, id: string): Promise<Flow> {
  return request(`${base(kind)}/flows?id=${encodeURIComponent(id)}`, flowShape)
}

const continuation = z.object({
  continue_with: z.catch(
    z.optional(
      z.array(
        z.object({
          action: z.string(),
          redirect_browser_to: z.optional(z.string()),
          flow: z.optional(z.object({ id: z.string(), url: z.optional(z.string()) })),
        }),
      ),
    ),
    undefined,
  ),
})

const continuedPages: Readonly<Record<string, string>> = {
  show_settings_ui: '/profile-settings',
  show_verification_ui: '/verification',
  show_recovery_ui: '/recovery',
}

/** Returns the address at which an answer tells the person to continue, if there is one. */
function continuationOf(body: unknown): string | undefined {
  const next = continuation.safeParse(body).data?.continue_with?.[0]
  if (next === undefined) return undefined
  if (next.redirect_browser_to !== undefined) return next.redirect_browser_to
  const page = continuedPages[next.action]
  return page === undefined || next.flow === undefined ? undefined : `${page}?flow=${next.flow.id}`
}

/** Result of a submit: the flow with its next step or its errors, or its end. */
export type SubmitResult = { done: false; flow: Flow } | { done: true; goTo: string | undefined }

/** Submits a flow. @throws RequestFailure for every failure that is not a message of the flow itself */
export async function submitFlow(kind: FlowKind, id: string, values: FlowValues): Promise<SubmitResult> {
  try {
    const body = await changeSession(() =>
      request(`${base(kind)}?flow=${encodeURIComponent(id)}`, z.unknown(), { method: 'POST', body: values }),
    )
    const goTo = continuationOf(body)
    const next = goTo === undefined ? flowShape.safeParse(body) : undefined
    return next?.success === true ? { done: false, flow: next.data } : { done: true, goTo }
  } catch (error) {
    const again =
      error instanceof RequestFailure && error.status === 400 ? flowShape.safeParse(error.body) : undefined
    if (again?.success === true) return { done: false, flow: again.data }
    throw error
  }
}
