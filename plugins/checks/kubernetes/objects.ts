import { fail, type Result, succeed } from '@binnacle/contract/core'
import { type Fields, textAt } from '@binnacle/health-rules/document'
import { readGlob } from '@binnacle/plugin-kit/glob'
import type { Api, ApiFailure } from './api/client.ts'
import { discover, type Resource } from './api/discovery.ts'
import { listPages } from './api/list.ts'
import type { Selection } from './api/path.ts'
import type { KubernetesSpec } from './spec.ts'

/** Most objects that a check reads. */
export const MOST_OBJECTS = 5_000

const namespaces = {
  group: '',
  apiVersion: 'v1',
  kind: 'Namespace',
  plural: 'namespaces',
  namespaced: false,
  watchable: true,
} as const satisfies Resource

/** Which objects of a kind are meant: a name, with or without wildcards, labels and fields. */
type Chosen = NonNullable<KubernetesSpec['resource']>

/** Whether a name has characters that a glob reads as something else. Names of Kubernetes have none of them. */
function isPattern(name: string): boolean {
  return /[*?[\]{}\\]/.test(name)
}

/** The selection that the server makes. What it cannot select, a name with wildcards, is selected here. */
function selectionOf({ name, labelSelector, fieldSelector }: Chosen): Selection {
  const byName = name === undefined || isPattern(name) ? [] : [`metadata.name=${name}`]
  const fields = [...byName, ...(fieldSelector === undefined ? [] : [fieldSelector])]
  return { labelSelector, fieldSelector: fields.length === 0 ? undefined : fields.join(',') }
}

/** Reads the objects of a list whose names are wanted, up to one more than may be. */
async function listed(
  api: Api,
  resource: Resource,
  selection: Selection,
  isWanted: (name: string) => boolean,
): Promise<Result<Fields[], ApiFailure>> {
  const found: Fields[] = []
  for await (const page of listPages(api, resource, selection)) {
    if (!page.ok) return page
    for (const object of page.value.fresh)
      if (isWanted(textAt(object, 'metadata', 'name') ?? '')) found.push(object)
    if (found.length > MOST_OBJECTS) break
  }
  return succeed(found)
}

const nameIs = ({ name }: Chosen) => (name === undefined || !isPattern(name) ? () => true : readGlob(name))

/** Namespaces whose objects are read, each by its own list; undefined for one list of all namespaces. */
async function namespacesOf(
  api: Api,
  selector: Chosen | undefined,
): Promise<Result<(string | undefined)[], ApiFailure>> {
  const { name, labelSelector, fieldSelector } = selector ?? {}
  const needsLabels = labelSelector !== undefined || fieldSelector !== undefined
  if (!needsLabels && name === undefined) return succeed([undefined])
  // Who may read one namespace need not be allowed to list them all.
  if (!needsLabels && name !== undefined && !isPattern(name)) return succeed([name])
  const chosen = { name, labelSelector, fieldSelector }
  const found = await listed(api, namespaces, selectionOf(chosen), nameIs(chosen))
  return found.ok ? succeed(found.value.flatMap((one) => textAt(one, 'metadata', 'name') ?? [])) : found
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

/**
 * Reads the objects that a spec means, with the kind that lists do not repeat for each. Those that it ignores are left out.
 * @returns at most one more than `MOST_OBJECTS`
 */
export async function objectsOf(api: Api, spec: KubernetesSpec): Promise<Result<Fields[], ApiFailure>> {
  const resource = await kindOf(api, spec)
  if (!resource.ok) return resource
  const { apiVersion, kind, namespaced } = resource.value
  const within = namespaced ? await namespacesOf(api, spec.namespaceSelector) : succeed([undefined])
  if (!within.ok) return within
  const chosen = spec.resource ?? {}
  const ignored = (spec.ignore ?? []).map(readGlob)
  const isNamed = nameIs(chosen)
  const isWanted = (name: string) => isNamed(name) && !ignored.some((ignores) => ignores(name))
  const found: Fields[] = []
  for (const namespace of within.value) {
    const part = await listed(api, resource.value, { ...selectionOf(chosen), namespace }, isWanted)
    if (!part.ok) return part
    for (const object of part.value) found.push({ apiVersion, kind, ...object })
    if (found.length > MOST_OBJECTS) break
  }
  return succeed(found)
}
