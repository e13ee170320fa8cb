import { createPrivateKey, sign } from 'node:crypto'
import { fail, type Result, succeed } from '@binnacle/contract/core'
import {
  type CheckOutcome,
  httpAddress,
  parseBoundedJson,
  secretText,
  unhealthy,
  unknown,
  type RunContext,
} from '@binnacle/plugin-kit/core'
import { requestJson } from '@binnacle/plugin-kit/http'
import { z } from 'zod'
import type { GcsConnection } from './gcs-fields.ts'

const SCOPE = 'https://www.googleapis.com/auth/devstorage.read_only'
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
/** Lifetime of an assertion in seconds. Google accepts no longer one. */
const ASSERTION_SECONDS = 3_600
/** A token that expires sooner than this is not used, because it may expire before the server checks it. */
const MARGIN_MILLISECONDS = 60_000

// The fields of a service account key that the check uses (Google's "Create and delete service account keys").
// Signing with a larger key than Google's would take long.
const keyShape = z.object({
  type: z.literal('service_account'),
  client_email: z.string().min(1).max(500),
  private_key: z.string().max(5_000),
  private_key_id: z.string().max(200).optional(),
  token_uri: httpAddress.default('https://oauth2.googleapis.com/token'),
})
type ServiceAccountKey = z.output<typeof keyShape>

const tokenShape = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().positive().default(0),
})
const refusalShape = z.object({ error: z.string(), error_description: z.string().optional() })

/** Tokens by the connection of their spec, which is the same object until it changes. */
const kept = new WeakMap<GcsConnection, { token: string; until: number }>()

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}

/** Creates the assertion of a service account (RFC 7523): a JSON Web Token signed with its key. */
function assertionOf(key: ServiceAccountKey, now: Date): Result<string, string> {
  const issued = Math.floor(now.getTime() / 1_000)
  const head = {
    alg: 'RS256',
    typ: 'JWT',
    ...(key.private_key_id === undefined ? {} : { kid: key.private_key_id }),
  }
  const claims = {
    iss: key.client_email,
    scope: SCOPE,
    aud: key.token_uri,
    iat: issued,
    exp: issued + ASSERTION_SECONDS,
  }
  const text = `${encoded(head)}.${encoded(claims)}`
  try {
    const signature = sign('sha256', Buffer.from(text), createPrivateKey(key.private_key))
    return succeed(`${text}.${signature.toString('base64url')}`)
  } catch {
    return fail('its private key cannot be read')
  }
}

function readKey(text: string): Result<ServiceAccountKey, string> {
  const parsed = parseBoundedJson(text)
  const key = keyShape.safeParse(parsed.ok ? parsed.value : undefined)
  return key.success ? succeed(key.data) : fail('they are not the JSON key of a service account')
}

/**
 * Returns a token for reading buckets, cached until it expires.
 * @returns undefined for a connection without credentials; the outcome of the check if there is no token
 */
export async function tokenFor(
  connection: GcsConnection,
  context: RunContext,
): Promise<Result<string | undefined, CheckOutcome>> {
  const text = secretText(connection.credentials)
  if (text === undefined || text === '') return succeed(undefined)
  const known = kept.get(connection)
  const now = context.now()
  if (known !== undefined && now.getTime() < known.until) return succeed(known.token)
  const key = readKey(text)
  const assertion = key.ok ? assertionOf(key.value, now) : key
  if (!key.ok || !assertion.ok)
    return fail(unknown(`the credentials cannot be used: ${assertion.ok ? '' : assertion.failure}`))
  const answer = await requestJson(
    {
      url: key.value.token_uri,
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ grant_type: GRANT, assertion: assertion.value }).toString(),
    },
    context,
  )
  if (!answer.ok) return fail({ ...answer.failure, error: `getting a token: ${answer.failure.error ?? ''}` })
  const { json, status, details } = answer.value
  const token = tokenShape.safeParse(json)
  if (status !== 200 || !token.success) {
    const refusal = refusalShape.safeParse(json)
    const words = refusal.success ? `: ${refusal.data.error_description ?? refusal.data.error}` : ''
    return fail(
      unhealthy(`getting a token: status ${status}, expected 200 with a token${words}`, {
        details: details(false),
      }),
    )
  }
  const { access_token: access, expires_in: seconds } = token.data
  kept.set(connection, { token: access, until: now.getTime() + seconds * 1_000 - MARGIN_MILLISECONDS })
  return succeed(access)
}
