import { type RunContext, unhealthy, unknown, type WorkerTask } from '@binnacle/plugin-kit/core'
import { answerDetails } from '@binnacle/plugin-kit/http'
import { askStore, objectUrl } from './s3.ts'
import { storeOf } from './s3-fields.ts'
import { type BucketSearch, selectKeys } from './keys.ts'
import { type FindingsResult, type FolderFile, MOST_FILES } from '../files/listing.ts'
import type { readObjectList } from './s3-page.ts'

/** Pages are parsed in a worker, because a store may answer anything. */
const listTask: WorkerTask<string, Awaited<ReturnType<typeof readObjectList>>> = {
  module: new URL('s3-page.ts', import.meta.url),
  name: 'readObjectList',
  milliseconds: 5_000,
}

/** Lists the objects of a bucket whose keys start with the path's prefix. */
export async function lookInStore(
  spec: BucketSearch<{
    awsConnection?: (Parameters<typeof storeOf>[0] & { objectPath?: string | undefined }) | undefined
  }>,
  context: RunContext,
): Promise<FindingsResult> {
  const match = /^s3:\/\/([^/]+)\/?(.*)$/s.exec(spec.path)
  if (match?.[1] === undefined)
    return { ok: false, failure: unknown('the path is not of the form s3://bucket/prefix') }
  const bucket = match[1]
  const whole = [match[2] ?? '', spec.awsConnection?.objectPath ?? ''].filter((part) => part !== '').join('/')
  const { prefix, nameOf, counts } = selectKeys(whole, spec.recursive)
  const store = storeOf(spec.awsConnection ?? {})

  const files: FolderFile[] = []
  let details = {}
  let seen = 0
  let token: string | undefined
  do {
    const url = objectUrl(store, bucket)
    url.search = new URLSearchParams({
      'list-type': '2',
      ...(prefix === '' ? {} : { prefix }),
      ...(token === undefined ? {} : { 'continuation-token': token }),
    })
      .toString()
      // Signed requests encode a space as %20.
      .replaceAll('+', '%20')
    const answer = await askStore(store, { purpose: `listing ${bucket}`, method: 'GET', url }, context)
    if (!answer.ok) return answer
    details = answerDetails(answer.value, undefined)
    const page = await context.work(listTask, answer.value.body.toString('utf8'))
    if (!page.ok)
      return { ok: false, failure: unhealthy(`the list of objects cannot be read: ${page.failure}`) }
    if (!page.value.ok)
      return {
        ok: false,
        failure: unhealthy('the answer is not a list of objects', {
          details: answerDetails(answer.value, context),
        }),
      }
    const { Contents: contents, IsTruncated: isTruncated, NextContinuationToken: next } = page.value.value
    seen += contents.length
    for (const { Key: key, Size: size, LastModified: modified } of contents) {
      const name = nameOf(key)
      if (counts(name)) files.push({ name, key, size, modified })
    }
    token = isTruncated === 'true' ? next : undefined
    if (seen > MOST_FILES)
      return { ok: false, failure: unhealthy(`there are more than ${MOST_FILES} objects`, { details }) }
  } while (token !== undefined)
  return { ok: true, value: { files, details } }
}
