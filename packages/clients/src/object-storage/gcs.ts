import { excerptOfBytes } from '@binnacle/plugin-kit/checks'
import { type RunContext, tlsSettings, unhealthy, unknown, type WorkerTask } from '@binnacle/plugin-kit/core'
import { answerDetails, requestFailureOutcome } from '@binnacle/plugin-kit/http'
import { withoutSecrets } from '@binnacle/plugin-kit/talk'
import { bucketName, type GcsConnection, GOOGLE_STORAGE } from './gcs-fields.ts'
import { tokenFor } from './gcs-token.ts'
import { type BucketSearch, selectKeys } from './keys.ts'
import { type FindingsResult, type FolderFile, MOST_FILES } from '../files/listing.ts'
import type { readObjectPage } from './gcs-page.ts'

/** Pages are parsed in a worker, because a server may answer anything. */
const listTask: WorkerTask<string, ReturnType<typeof readObjectPage>> = {
  module: new URL('gcs-page.ts', import.meta.url),
  name: 'readObjectPage',
  milliseconds: 5_000,
}

const MAX_ANSWER_BYTES = 16_777_216

/** Lists the objects of a bucket of Google Cloud Storage by its JSON API. */
export async function lookInGcs(
  spec: BucketSearch<{ gcpConnection?: GcsConnection | undefined }>,
  context: RunContext,
): Promise<FindingsResult> {
  const match = /^(?:gs|gcs):\/\/([^/]*)\/?(.*)$/s.exec(spec.path)
  const connection = spec.gcpConnection ?? {}
  const bucket = connection.bucket ?? match?.[1] ?? ''
  if (match === null || !bucketName.test(bucket))
    return { ok: false, failure: unknown('the path is not of the form gcs://bucket/prefix') }
  const { prefix, nameOf, counts } = selectKeys(match[2] ?? '', spec.recursive)
  const token = await tokenFor(connection, context)
  if (!token.ok) return { ok: false, failure: token.failure }
  const secrets = token.value === undefined ? [] : [token.value]

  const files: FolderFile[] = []
  let details = {}
  let seen = 0
  let page: string | undefined
  do {
    const url = new URL(connection.endpoint ?? GOOGLE_STORAGE)
    url.pathname = `${url.pathname.replace(/\/$/, '')}/storage/v1/b/${bucket}/o`
    url.search = new URLSearchParams({
      fields: 'items(name,size,updated),nextPageToken',
      ...(prefix === '' ? {} : { prefix }),
      ...(page === undefined ? {} : { pageToken: page }),
    }).toString()
    const answered = await context.egress.request({
      url: url.href,
      headers: {
        'user-agent': context.userAgent,
        accept: 'application/json',
        ...(token.value === undefined ? {} : { authorization: `Bearer ${token.value}` }),
      },
      signal: context.signal,
      maxRedirects: 0,
      maxBodyBytes: MAX_ANSWER_BYTES,
      tls: tlsSettings({
        ...(connection.skipTLSVerify === undefined ? {} : { insecureSkipVerify: connection.skipTLSVerify }),
        ...connection.tlsConfig,
      }),
    })
    if (!answered.ok) {
      const outcome = requestFailureOutcome(answered.failure, context.now())
      return { ok: false, failure: { ...outcome, error: `listing ${bucket}: ${outcome.error ?? ''}` } }
    }
    const answer = answered.value
    if (answer.status < 200 || answer.status > 299) {
      const text = excerptOfBytes(context, answer.body, 200).trim()
      const words = `listing ${bucket}: status ${answer.status}, expected 200 to 299${text === '' ? '' : `: ${text}`}`
      const failure = unhealthy(words, { details: answerDetails(answer, context) })
      return { ok: false, failure: withoutSecrets(failure, secrets) }
    }
    details = answerDetails(answer, undefined)
    const read = await context.work(listTask, answer.body.toString('utf8'))
    if (!read.ok)
      return { ok: false, failure: unhealthy(`the list of objects cannot be read: ${read.failure}`) }
    if (!read.value.ok)
      return { ok: false, failure: unhealthy('the answer is not a list of objects', { details }) }
    const { items, nextPageToken } = read.value.value
    seen += items.length
    for (const { name: key, size, updated } of items) {
      const name = nameOf(key)
      if (counts(name)) files.push({ name, key, size, modified: updated })
    }
    // Without this, empty pages or empty tokens would continue until the timeout.
    page = items.length === 0 || nextPageToken === '' ? undefined : nextPageToken
    if (seen > MOST_FILES)
      return { ok: false, failure: unhealthy(`there are more than ${MOST_FILES} objects`, { details }) }
  } while (page !== undefined)
  return { ok: true, value: { files, details } }
}
