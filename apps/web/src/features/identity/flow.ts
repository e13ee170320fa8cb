import * as z from 'zod/mini'
import { request } from '../../application/api.ts'
import { RequestFailure } from '../../application/failure.ts'

const message = z.object({ id: z.number(), text: z.string(), type: z.string() })

/** A field of a form, as the identity service describes it. */
export const flowNode = z.object({
  type: z.literal('input'),
  group: z.string(),
  attributes: z.object({
    node_type: z.literal('input'),
    name: z.string(),
    type: z.string(),
    value: z.optional(z.string()),
    required: z.optional(z.boolean()),
    disabled: z.optional(z.boolean()),
    autocomplete: z.optional(z.string()),
  }),
  messages: z.array(message),
  meta: z.object({ label: z.optional(message) }),
})
export type FlowNode = z.infer<typeof flowNode>

/** A form of the identity service. */
export const flowShape = z.object({
  id: z.string(),
  return_to: z.optional(z.string()),
  refresh: z.optional(z.boolean()),
  requested_aal: z.optional(z.string()),
  ui: z.object({ nodes: z.array(flowNode), messages: z.array(message) }),
})
export type Flow = z.infer<typeof flowShape>

export type FlowKind = 'login' | 'registration'

const base = (kind: FlowKind) => `/kratos/self-service/${kind}`

/** Makes a form. */
export function createFlow(kind: FlowKind, parameters: Readonly<Record<string, string>>): Promise<Flow> {
  return request(`${base(kind)}/browser?${new URLSearchParams(parameters)}`, flowShape)
}

/** Reads a form that was made before, for example by this page before it was reloaded. */
export function readFlow(kind: FlowKind, id: string): Promise<Flow> {
  return request(`${base(kind)}/flows?id=${encodeURIComponent(id)}`, flowShape)
}

/**
 * Submits a form.
 * @returns the form again, with what is wrong with it, or undefined when all is done
 */
export async function submitFlow(
  kind: FlowKind,
  id: string,
  values: Readonly<Record<string, string>>,
): Promise<Flow | undefined> {
  try {
    await request(`${base(kind)}?flow=${encodeURIComponent(id)}`, z.unknown(), {
      method: 'POST',
      body: values,
    })
    return undefined
  } catch (error) {
    const again =
      error instanceof RequestFailure && error.status === 400 ? flowShape.safeParse(error.body) : undefined
    if (again?.success === true) return again.data
    throw error
  }
}
