import { fail, type Result, succeed } from '@binnacle/contract/core'
import {
  connectionField,
  type ConnectionUse,
  type ConnectionValues,
  field,
  httpAddress,
  lendsTo,
  secretValue,
  tlsConfig,
  trustProblem,
  webServers,
  without,
  type RawSpec,
  writtenText,
} from '@binnacle/plugin-kit/core'
import { z } from 'zod'

/** Google's own URL of the storage. */
export const GOOGLE_STORAGE = 'https://storage.googleapis.com'

/** Names of buckets (Cloud Storage's "Bucket naming requirements"). */
export const bucketName = /^[a-z0-9](?:[a-z0-9._-]{0,220}[a-z0-9])?$/

/** The account and server of a bucket of Google Cloud Storage. */
export const gcsConnection = z.strictObject({
  connection: connectionField,
  bucket: field(z.string().trim().regex(bucketName, 'not the name of a bucket').optional(), {
    title: 'Bucket',
    description: 'Default: the bucket of the path',
  }),
  endpoint: field(httpAddress.optional(), {
    title: 'Address',
    description: `Address of the JSON API. Default: ${GOOGLE_STORAGE}`,
  }),
  credentials: field(secretValue({ title: 'Credentials', widget: 'multiline' }).optional(), {
    title: 'Credentials',
    description: 'Key of a service account, as JSON. Leave empty to list public buckets only.',
    destination: false,
  }),
  skipTLSVerify: field(z.boolean().optional(), { title: 'Accept any certificate' }),
  tlsConfig,
})

export type GcsConnection = z.infer<typeof gcsConnection>

function isGoogles(address: string): boolean {
  const url = URL.parse(address)
  return url?.protocol === 'https:' && /(?:^|\.)googleapis\.com$/.test(url.hostname)
}

/** Whether a connection lends its key for tokens that are sent to a server. A key without a URL is for Google only. */
function lends(
  connection: ConnectionValues,
  own: string | undefined,
  rest: RawSpec,
): Result<boolean, string> {
  const isPlainGoogle = connection.url === undefined && own !== undefined && isGoogles(own)
  const given = isPlainGoogle ? succeed(true) : lendsTo(connection, own, webServers)
  if (!given.ok || !given.value) return given
  const distrust = trustProblem(rest, connection)
  return distrust === undefined ? given : fail(distrust)
}

/** As in canary-checker, the certificate field of a connection contains its key. */
export const gcsUse: ConnectionUse = {
  at: ['gcpConnection'],
  types: ['gcs', 'google_cloud'],
  fill(written, connection) {
    const { url, certificate, insecureTls, properties } = connection
    const own = writtenText(written, 'endpoint')
    const bucket = properties['bucket']
    const rest: RawSpec = {
      ...(bucket === undefined || bucket === '' ? {} : { bucket }),
      ...without(written, 'connection'),
    }
    const given = lends(connection, own, rest)
    if (!given.ok) return given
    if (!given.value) return succeed(rest)
    return succeed({
      ...(certificate === undefined ? rest : { ...without(rest, 'credentials'), credentials: certificate }),
      ...(own === undefined && url !== undefined ? { endpoint: url } : {}),
      ...(insecureTls && rest['skipTLSVerify'] === undefined ? { skipTLSVerify: true } : {}),
    })
  },
}
