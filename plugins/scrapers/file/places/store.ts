import { askStore, objectUrl } from '@binnacle/clients/object-storage/s3'
import { storeOf } from '@binnacle/clients/object-storage/s3-fields'
import { lookInStore } from '@binnacle/clients/object-storage/s3-objects'
import { LARGEST_FILE, problemAt, type ReadPlace } from '../place.ts'

/** Reads objects of a bucket of Amazon S3, or of a store with its API. */
export const readStore: ReadPlace<'s3'> = async function* ({ address, spec, selects }, context) {
  const { bucket, prefix, endpoint } = address
  const account = { ...(endpoint === undefined ? {} : { endpoint }), ...spec.awsConnection }
  const folder = prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`
  const name = `s3://${bucket}`
  const listed = await lookInStore(
    { path: `${name}/${prefix}`, recursive: true, awsConnection: account },
    context,
  )
  if (!listed.ok) {
    yield { problem: context.redact(listed.failure.error ?? `${name} cannot be listed`) }
    return
  }
  const store = storeOf(account)
  for (const { key = '', size } of listed.value.files) {
    if (context.signal.aborted) return
    const isOne = key === prefix
    const path = isOne ? (key.split('/').at(-1) ?? key) : key.slice(folder.length)
    if (!isOne && (!key.startsWith(folder) || !selects(path))) continue
    if (size > LARGEST_FILE) {
      yield problemAt(`${name}/${key}`, `it is larger than ${LARGEST_FILE} bytes`, context)
      continue
    }
    const purpose = `reading ${name}/${key}`
    const answer = await askStore(
      store,
      { purpose, method: 'GET', url: objectUrl(store, bucket, key) },
      context,
    )
    if (!answer.ok) yield { problem: context.redact(answer.failure.error ?? purpose) }
    else if (answer.value.truncated) yield problemAt(`${name}/${key}`, 'it is too large', context)
    else yield { path, bytes: answer.value.body }
  }
}
