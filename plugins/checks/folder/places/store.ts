import { type CheckContext, unhealthy, unknown, type WorkerTask } from '@binnacle/plugin-kit'
import { answerDetails } from '@binnacle/plugin-kit/http'
import { askStore, objectUrl } from '../../s3/client.ts'
import { storeOf } from '../../s3/fields.ts'
import { depthOf, type Found, type FoundFile, meaningOf, MOST_FILES, splitPattern } from '../place.ts'
import type { FolderSpec } from '../spec.ts'
import type { readObjectList } from './store-list.ts'

/** A page is read where it holds up nobody: a store may answer anything. */
const listTask: WorkerTask<string, Awaited<ReturnType<typeof readObjectList>>> = {
  module: new URL('store-list.ts', import.meta.url),
  name: 'readObjectList',
  milliseconds: 5_000,
}

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
