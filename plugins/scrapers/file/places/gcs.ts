import { createRedactor } from '@binnacle/egress'
import { GOOGLE_STORAGE } from '@binnacle/clients/object-storage/gcs-fields'
import { tokenFor } from '@binnacle/clients/object-storage/gcs-token'
import { lookInGcs } from '@binnacle/clients/object-storage/gcs'
import { tlsSettings } from '@binnacle/plugin-kit/core'
import { fetchSource } from '@binnacle/clients/http/fetch'
import { LARGEST_FILE, problemAt, type ReadPlace } from '../place.ts'

/** Reads objects of a bucket of Google Cloud Storage. */
export const readGcs: ReadPlace<'gcs'> = async function* ({ address, spec, selects }, context) {
  const { bucket, prefix } = address
  const account = spec.gcpConnection ?? {}
  const folder = prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`
  const name = `gcs://${bucket}`
  const listed = await lookInGcs(
    { path: `${name}/${prefix}`, recursive: true, gcpConnection: account },
    context,
  )
  if (!listed.ok) {
    yield { problem: context.redact(listed.failure.error ?? `${name} cannot be listed`) }
    return
  }
  const token = await tokenFor(account, context)
  if (!token.ok) {
    yield { problem: context.redact(token.failure.error ?? 'there is no token') }
    return
  }
  const redact = createRedactor(token.value === undefined ? [] : [token.value])
  for (const { key = '', size } of listed.value.files) {
    if (context.signal.aborted) return
    const isOne = key === prefix
    const path = isOne ? (key.split('/').at(-1) ?? key) : key.slice(folder.length)
    if (!isOne && (!key.startsWith(folder) || !selects(path))) continue
    if (size > LARGEST_FILE) {
      yield problemAt(`${name}/${key}`, `it is larger than ${LARGEST_FILE} bytes`, context)
      continue
    }
    const url = new URL(account.endpoint ?? GOOGLE_STORAGE)
    url.pathname = `${url.pathname.replace(/\/$/, '')}/storage/v1/b/${bucket}/o/${encodeURIComponent(key)}`
    url.search = '?alt=media'
    const answer = await fetchSource(
      {
        url: url.href,
        maxRedirects: 0,
        mostBytes: LARGEST_FILE,
        headers: {
          accept: '*/*',
          ...(token.value === undefined ? {} : { authorization: `Bearer ${token.value}` }),
        },
        tls: tlsSettings({
          ...(account.skipTLSVerify === undefined ? {} : { insecureSkipVerify: account.skipTLSVerify }),
          ...account.tlsConfig,
        }),
      },
      context,
    )
    if (answer.ok) yield { path, bytes: answer.value.body }
    else yield problemAt(`${name}/${key}`, redact(answer.failure.message), context)
  }
}
