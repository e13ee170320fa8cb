import { type CheckContext, unhealthy, unknown } from '@binnacle/plugin-kit'
import { answerDetails } from '@binnacle/plugin-kit/http'
import { z } from 'zod'
import { askStore, objectUrl, readXml } from '../../s3/client.ts'
import { storeOf } from '../../s3/fields.ts'
import { depthOf, type Found, type FoundFile, meaningOf, MOST_FILES, splitPattern } from '../place.ts'
import type { FolderSpec } from '../spec.ts'

// The parts of the answer of ListObjectsV2 that are used (Amazon S3's "API reference").
const object = z.object({ Key: z.string(), Size: z.coerce.number(), LastModified: z.coerce.date() })
const listShape = z.object({
  ListBucketResult: z.object({
    Contents: z.array(object).default([]),
    IsTruncated: z.string().default('false'),
    NextContinuationToken: z.string().optional(),
  }),
})

/**
 * Lists the objects of a bucket whose keys begin with what the path says. A bucket has no folders, so objects at any
 * depth count unless the spec says `recursive: false`.
 */
export async function lookInStore(spec: FolderSpec, context: CheckContext): Promise<Found> {
  const match = /^s3:\/\/([^/]+)\/?(.*)$/s.exec(spec.path)
  if (match?.[1] === undefined)
    return { ok: false, failure: unknown('the path is not of the form s3://bucket/prefix') }
  const bucket = match[1]
  const whole = [match[2] ?? '', spec.awsConnection?.objectPath ?? ''].filter((part) => part !== '').join('/')
  const { base, pattern } = splitPattern(`/${whole}`)
  const folder = base.replace(/^\//, '').replace(/\/$/, '')
  // Without a wildcard the path is a prefix of keys, which may end within a name: db-2026 finds db-2026-01.gz.
  const prefix = pattern === undefined || folder === '' ? base.replace(/^\//, '') : `${folder}/`
  const nameOf = (key: string) => {
    if (folder !== '' && key.startsWith(`${folder}/`)) return key.slice(folder.length + 1)
    return key.slice(prefix.lastIndexOf('/') + 1)
  }
  const store = storeOf(spec.awsConnection ?? {})
  const recursive = spec.recursive ?? pattern === undefined
  const deepest = depthOf(pattern, recursive)
  const isMeant = meaningOf(pattern, recursive)
  // What ends in / stands for a folder where a store shows folders.
  const counts = (name: string) =>
    name !== '' && !name.endsWith('/') && name.split('/').length <= deepest && isMeant(name)

  const files: FoundFile[] = []
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
      // Signed requests write a space as %20.
      .replaceAll('+', '%20')
    const answer = await askStore(store, { purpose: `listing ${bucket}`, method: 'GET', url }, context)
    if (!answer.ok) return answer
    details = answerDetails(answer.value, undefined)
    const parsed = listShape.safeParse(await readXml(answer.value.body.toString('utf8')))
    if (!parsed.success)
      return {
        ok: false,
        failure: unhealthy('the answer is not a list of objects', {
          details: answerDetails(answer.value, context),
        }),
      }
    const {
      Contents: contents,
      IsTruncated: isTruncated,
      NextContinuationToken: next,
    } = parsed.data.ListBucketResult
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
