import { fail, type Result, succeed } from '@binnacle/contract/core'
import { type Fields, listAt, textAt } from '@binnacle/health-rules/document'
import type { Api, ApiFailure } from './client.ts'
import type { Resource } from './discovery.ts'
import { listPath, type Selection } from './path.ts'

/** Objects of a page at first. A page of large objects that is refused is asked for again with fewer. */
const PAGE = 200
/** A list that the server forgets while it is read is begun again so many times. */
const MOST_RESTARTS = 5
const GONE = 410

/** A page of a list. */
export interface Page {
  objects: readonly Fields[]
  /** Those of them that the list has not shown before, unchanged: it shows them again if it is begun again. */
  fresh: readonly Fields[]
  /** The version of the whole list, from which a watch continues. */
  resourceVersion: string
  /** Whether the list begins here, so that what came before does not count. */
  isFirst: boolean
}

export interface ListOptions extends Selection {
  /** Whether the server may answer from its cache. */
  fromCache?: boolean
}

/** The objects that a list has not shown yet as they are. */
function unseen(objects: readonly Fields[], seen: Map<string, string>): readonly Fields[] {
  return objects.filter((object) => {
    const id = textAt(object, 'metadata', 'uid') ?? ''
    const version = textAt(object, 'metadata', 'resourceVersion') ?? ''
    if (id === '') return true
    if (seen.get(id) === version) return false
    seen.set(id, version)
    return true
  })
}

/**
 * Reads a list to its end, page by page ("Retrieving large results sets in chunks"). A list that expires between two pages
 * is begun again. Where it yields no failure, it was read to its end.
 */
export async function* listPages(
  api: Api,
  resource: Resource,
  { fromCache = false, ...selection }: ListOptions,
): AsyncGenerator<Result<Page, ApiFailure>> {
  const seen = new Map<string, string>()
  let limit = PAGE
  let next: string | undefined
  let restarts = 0
  for (;;) {
    const isFromCache = fromCache && restarts === 0 && next === undefined
    const answer = await api.get(
      listPath(resource, selection, {
        limit: String(limit),
        continue: next,
        resourceVersion: isFromCache ? '0' : undefined,
      }),
    )
    if (!answer.ok) {
      const { status, isTooLarge } = answer.failure
      const isExpired = status === GONE && restarts < MOST_RESTARTS
      const isHuge = isTooLarge === true && limit > 1
      if (!isExpired && !isHuge) {
        yield answer
        return
      }
      if (isHuge) limit = Math.max(1, Math.floor(limit / 4))
      else restarts += 1
      // A token is for lists with the same limit, so the list is begun again either way.
      next = undefined
      continue
    }
    const list = answer.value
    const resourceVersion = textAt(list, 'metadata', 'resourceVersion')
    if (!isList(list) || resourceVersion === undefined) {
      yield fail({
        message: `${listPath(resource, selection)}: the answer is not a list of ${resource.kind}`,
      })
      return
    }
    const objects = listAt(list, 'items')
    const isFirst = next === undefined
    next = textAt(list, 'metadata', 'continue')
    yield succeed({ objects, fresh: unseen(objects, seen), resourceVersion, isFirst })
    if (next === undefined) return
  }
}

/** An error page with status 200 is no list, and neither is an object. */
function isList(value: unknown): boolean {
  const kind = textAt(value, 'kind')
  return kind !== undefined && kind.endsWith('List')
}
