import { fail, type Result, succeed } from '@binnacle/contract/core'
import { type Fields, textAt } from '@binnacle/health-rules/document'
import { readGlob } from '@binnacle/plugin-kit/glob'
import type { Api, ApiFailure } from '@binnacle/clients/kubernetes/client'
import { discover, type Resource } from '@binnacle/clients/kubernetes/discovery'
import { listPages } from '@binnacle/clients/kubernetes/list'
import type { Selection } from '@binnacle/clients/kubernetes/path'
import { readSearch, type Search } from './search.ts'
import type { KubernetesSpec } from './spec.ts'

/** Most objects that a check reads. */
export const MOST_OBJECTS = 5_000
/**
 * Most namespaces that are read each by its own list, several at once. More lists than this cost more than the pages of one
 * list of all namespaces, of which those of others are left out here.
 */
export const MOST_LISTS = 50
const FORBIDDEN = 403

const namespaces = {
  group: '',
  apiVersion: 'v1',
  kind: 'Namespace',
  plural: 'namespaces',
  namespaced: false,
  watchable: true,
} as const satisfies Resource

/** Which objects of a kind a check selects: a name, with or without wildcards, labels, fields and a search. */
type ObjectSelector = NonNullable<KubernetesSpec['resource']>
type ReadStatus = (object: Fields) => string | undefined

/** A choice of objects: what the server selects, and what is selected here. */
interface Choice {
  selection: Selection
  search: Search | undefined
  isWanted: (object: Fields) => boolean
}

/** Whether a name has characters that a glob reads as something else. Names of Kubernetes have none of them. */
function isPattern(name: string): boolean {
  return /[*?[\]{}\\]/.test(name)
}

const nameIn = (object: Fields) => textAt(object, 'metadata', 'name') ?? ''
const namespaceIn = (object: Fields) => textAt(object, 'metadata', 'namespace') ?? ''
const isGiven = (text: string | undefined): text is string => text !== undefined

function choiceOf(chosen: ObjectSelector, statusOf: ReadStatus): Result<Choice, ApiFailure> {
  const read = chosen.search === undefined ? succeed(undefined) : readSearch(chosen.search)
  if (!read.ok) return fail({ message: `search: ${read.failure}` })
  const search = read.value
  const names = [chosen.name, search?.name].filter(isGiven)
  const exact = names.find((name) => !isPattern(name))
  const fields = [exact === undefined ? undefined : `metadata.name=${exact}`, chosen.fieldSelector]
  const labels = [chosen.labelSelector, ...(search?.labelSelectors ?? [])]
  const joined = (parts: readonly (string | undefined)[]) => parts.filter(isGiven).join(',') || undefined
  const fitsNames = names.map(readGlob)
  return succeed({
    selection: { labelSelector: joined(labels), fieldSelector: joined(fields) },
    search,
    isWanted: (object) =>
      fitsNames.every((fits) => fits(nameIn(object))) && (search?.fits(object, statusOf) ?? true),
  })
}

/** Reads the objects of a list that are wanted, up to one more than may be. */
async function listed(
  api: Api,
  resource: Resource,
  selection: Selection,
  isWanted: (object: Fields) => boolean,
): Promise<Result<Fields[], ApiFailure>> {
  const found: Fields[] = []
  for await (const page of listPages(api, resource, selection)) {
    if (!page.ok) return page
    for (const object of page.value.fresh) if (isWanted(object)) found.push(object)
    if (found.length > MOST_OBJECTS) break
  }
  return succeed(found)
}

/** Names of the namespaces whose objects are read; undefined for all. @param also a name that they must have too */
async function namespacesOf(
  api: Api,
  selector: ObjectSelector,
  also: string | undefined,
): Promise<Result<string[] | undefined, ApiFailure>> {
  const chosen = choiceOf(selector, (namespace) => textAt(namespace, 'status', 'phase'))
  if (!chosen.ok) return chosen
  const { selection, isWanted } = chosen.value
  const { name, labelSelector, fieldSelector, search } = selector
  const names = [name, also].filter(isGiven)
  const onlyNames = labelSelector === undefined && fieldSelector === undefined && search === undefined
  if (onlyNames && names.length === 0) return succeed(undefined)
  const fitsNames = names.map(readGlob)
  const fits = (own: string) => fitsNames.every((fitsName) => fitsName(own))
  // Who may read one namespace need not be allowed to list them all.
  const exact = names.find((one) => !isPattern(one))
  if (onlyNames && exact !== undefined) return succeed(fits(exact) ? [exact] : [])
  const found = await listed(
    api,
    namespaces,
    selection,
    (namespace) => isWanted(namespace) && fits(nameIn(namespace)),
  )
  return found.ok ? succeed(found.value.map(nameIn)) : found
}

/** The kind that a spec names, by its kind or its name in paths, in upper or lower case. */
async function kindOf(api: Api, spec: KubernetesSpec): Promise<Result<Resource, ApiFailure>> {
  const discovered = await discover(api)
  if (!discovered.ok) return discovered
  const { resources, missing } = discovered.value
  const { apiVersion } = spec
  const wanted = spec.kind.toLowerCase()
  const group = apiVersion?.includes('/') === true ? (apiVersion.split('/', 1)[0] ?? '') : ''
  const found = resources.find(
    (resource) =>
      [resource.kind.toLowerCase(), resource.plural].includes(wanted) &&
      (apiVersion === undefined || resource.group === group),
  )
  // Only the preferred version of a group is discovered, but the others are served at the same place.
  if (found !== undefined) return succeed({ ...found, apiVersion: apiVersion ?? found.apiVersion })
  const silent = missing.map(({ message }) => message)
  const named = apiVersion === undefined ? spec.kind : `${spec.kind} in ${group === '' ? apiVersion : group}`
  return fail({ message: [`the cluster has no kind ${named}`, ...silent].join('; ') })
}

/** Reads namespaces each by its own list, as many at once as the client sends, and keeps their order. */
async function eachListed(
  within: readonly string[],
  list: (namespace: string) => Promise<Result<Fields[], ApiFailure>>,
  atOnce: number,
): Promise<Result<Fields[], ApiFailure>> {
  const parts: Fields[][] = []
  let count = 0
  let failure: ApiFailure | undefined
  const waiting = within.entries()
  const work = async () => {
    for (const [index, namespace] of waiting) {
      const part = await list(namespace)
      if (!part.ok) failure ??= part.failure
      else {
        parts[index] = part.value
        count += part.value.length
      }
      if (failure !== undefined || count > MOST_OBJECTS) return
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return failure === undefined ? succeed(parts.flat()) : fail(failure)
}

/**
 * Reads the objects that a spec means, with the kind that lists do not repeat for each. Those that it ignores are left out.
 * @param statusOf reads the status of an object, with which searches compare
 * @param atOnce requests that the client sends at once
 * @returns more than `MOST_OBJECTS` if there are more
 */
export async function objectsOf(
  api: Api,
  spec: KubernetesSpec,
  statusOf: ReadStatus,
  atOnce: number,
): Promise<Result<Fields[], ApiFailure>> {
  const resource = await kindOf(api, spec)
  if (!resource.ok) return resource
  const { apiVersion, kind, namespaced } = resource.value
  const withKind = (object: Fields): Fields => ({ apiVersion, kind, ...object })
  const choice = choiceOf(spec.resource ?? {}, (object) => statusOf(withKind(object)))
  if (!choice.ok) return choice
  const { selection, search, isWanted: isChosen } = choice.value
  const within = namespaced
    ? await namespacesOf(api, spec.namespaceSelector ?? {}, search?.namespace)
    : succeed(undefined)
  if (!within.ok) return within
  const ignored = (spec.ignore ?? []).map(readGlob)
  const isWanted = (object: Fields) => isChosen(object) && !ignored.some((ignores) => ignores(nameIn(object)))
  const list = (namespace?: string, fits = isWanted) =>
    listed(api, resource.value, { ...selection, namespace }, fits)
  const names = within.value
  let found: Result<Fields[], ApiFailure>
  if (names === undefined) found = await list()
  else {
    const known = new Set(names)
    const whole =
      names.length > MOST_LISTS
        ? await list(undefined, (object) => known.has(namespaceIn(object)) && isWanted(object))
        : undefined
    // Who may read each of these namespaces need not be allowed to read all at once.
    found =
      whole === undefined || (!whole.ok && whole.failure.status === FORBIDDEN)
        ? await eachListed(names, list, atOnce)
        : whole
  }
  return found.ok ? succeed(found.value.map(withKind)) : found
}
