import type { FlowError, SessionRecord } from '@binnacle/identity'
import type { Pace } from '@binnacle/data-api'
import { fail, type Result, succeed } from '@binnacle/contract/core'
import { failures, isComplete, lacksDemandedFactor, partsOfName } from '@binnacle/identity'
import type { Context } from 'hono'
import { parseJson, readBoundedText } from '../../../platform/http/body.ts'
import { RequestError } from '../../../platform/errors.ts'
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

/** Whether a browser navigates, as opposed to a request of a script. */
export function isNavigation(context: IdentityContext): boolean {
  return (context.req.header('accept') ?? '').includes('text/html')
}

/** The error in the format of Kratos. */
export function errorBody({ status, id, reason }: FlowError) {
  return { id, code: status, status: statusTexts[status], reason, message: reason }
}

/** Answers a script with an error. */
export type Refuse = (context: IdentityContext, failure: FlowError) => Response

/**
 * Creates the function that answers scripts with an error. The address to continue at is absolute, as in Kratos,
 * because clients parse it as a URL.
 * @param publicOrigin origin under which users reach the product
 */
export function createRefuse(publicOrigin: string): Refuse {
  return (context, failure) => {
    const target = failure.redirect_browser_to
    if (failure.retryAfter !== undefined) context.header('retry-after', String(failure.retryAfter))
    return context.json(
      {
        error: errorBody(failure),
        ...(target === undefined ? {} : { redirect_browser_to: new URL(target, publicOrigin).href }),
      },
      failure.status,
    )
  }
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

/** Most levels of objects in a form. */
const DEEPEST = 4

/**
 * Converts nested objects to dotted names, because clients use both: {"traits":{"email":…}} and "traits.email".
 * Replaces characters that the database cannot store.
 */
function flatten(value: unknown, prefix: string, depth: number): [string, string][] {
  if (typeof value === 'string') return [[prefix, value.toWellFormed().replaceAll('\0', '\u{FFFD}')]]
  if (typeof value === 'boolean') return [[prefix, String(value)]]
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return []
  return Object.entries(value).flatMap(([key, item]) =>
    flatten(item, prefix === '' ? key : `${prefix}.${key}`, depth + 1),
  )
}

/** Bytes. Far more than any form needs, and too few for passwords that could keep the server busy. */
const LARGEST_FORM = 65_536
/** Far more than a form has. */
const formJson = { depth: 8, nodes: 500 }

/** Reads the fields of a plain form. @throws RequestError if it has more fields than any form */
function readForm(text: string): Record<string, string> {
  const fields = [...new URLSearchParams(text)]
  if (fields.length > formJson.nodes)
    throw new RequestError('ETOOLARGE', `The form has more than ${formJson.nodes} fields`)
  return Object.fromEntries(fields)
}

/**
 * Reads a submitted form: JSON from the page's script, or a plain form. Strangers send these, so the limits are
 * tight.
 * @param pace slowest allowed arrival of the form
 */
export async function readFields(
  context: IdentityContext,
  pace: Pace,
): Promise<Result<Record<string, string>, FlowError>> {
  const type = context.req.header('content-type') ?? ''
  const json = type.includes('application/json')
  if (!json && !type.includes('application/x-www-form-urlencoded')) return succeed({})
  try {
    const text = await readBoundedText(context.req.raw, {
      bytes: LARGEST_FORM,
      json: json ? formJson : undefined,
      pace,
    })
    const body = json ? parseJson(text) : readForm(text)
    return succeed(Object.fromEntries(flatten(body, '', 0)))
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    if (error.code === 'ETOOLARGE') return fail(failures.tooLarge)
    return fail({ status: 400, id: 'request_invalid', reason: error.message })
  }
}
