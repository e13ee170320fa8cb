import type { FlowError, SessionRecord } from '@binnacle/identity'
import { isComplete, lacksDemandedFactor, partsOfName } from '@binnacle/identity'
import type { Context } from 'hono'
import type { ServerContext } from '../../../platform/http/server.ts'

export type IdentityContext = Context<ServerContext>

const statusTexts = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  410: 'Gone',
  413: 'Content Too Large',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
} as const

/** Whether a browser navigates itself, instead of a script that asks. */
export function isNavigation(context: IdentityContext): boolean {
  return (context.req.header('accept') ?? '').includes('text/html')
}

/** The error as Kratos words it. */
export function errorBody({ status, id, reason }: FlowError) {
  return { id, code: status, status: statusTexts[status], reason, message: reason }
}

/** A refusal to a script. */
export function refusal(context: IdentityContext, failure: FlowError): Response {
  const target = failure.redirect_browser_to
  if (failure.retryAfter !== undefined) context.header('retry-after', String(failure.retryAfter))
  return context.json(
    {
      error: errorBody(failure),
      ...(target === undefined ? {} : { redirect_browser_to: target }),
    },
    failure.status,
  )
}

/** A session in Kratos' shape. */
export function describeSession(
  session: SessionRecord,
  device?: { address: string | undefined; userAgent: string | undefined },
) {
  return {
    id: session.id,
    active: isComplete(session) && !lacksDemandedFactor(session),
    authenticated_at: session.authenticatedAt.toISOString(),
    issued_at: session.issuedAt.toISOString(),
    expires_at: session.expiresAt.toISOString(),
    authenticator_assurance_level: session.aal,
    authentication_methods: session.methods,
    identity: {
      id: session.person.id,
      schema_id: 'default',
      state: 'active',
      traits: { email: session.person.email, name: partsOfName(session.person) },
    },
    ...(device === undefined
      ? {}
      : {
          devices: [
            {
              id: session.id,
              ip_address: device.address ?? '',
              user_agent: device.userAgent ?? '',
              location: '',
            },
          ],
        }),
  }
}

/** More levels of objects than a form has. */
const DEEPEST = 4

/**
 * Nested objects become dotted names, as both spellings are in use: {"traits":{"email":…}} and "traits.email".
 * What no database takes as text is replaced.
 */
function flatten(value: unknown, prefix: string, depth: number): [string, string][] {
  if (typeof value === 'string') return [[prefix, value.toWellFormed().replaceAll('\0', '\u{FFFD}')]]
  if (typeof value === 'boolean') return [[prefix, String(value)]]
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return []
  return Object.entries(value).flatMap(([key, item]) =>
    flatten(item, prefix === '' ? key : `${prefix}.${key}`, depth + 1),
  )
}

/** Reads a form as its browser sends it: JSON from the page's script, or a plain form. */
export async function readFields(context: IdentityContext): Promise<Record<string, string>> {
  const json = (context.req.header('content-type') ?? '').includes('application/json')
  const body: unknown = json
    ? await context.req.json().catch(() => ({}))
    : await context.req.parseBody().catch(() => ({}))
  return Object.fromEntries(flatten(body, '', 0))
}
