import { fail, type Result, succeed } from '@binnacle/contract/core'
import { at, type Fields, fieldsOf, listAt, textAt } from '@binnacle/health-rules/document'
import type { Api, ApiFailure } from './client.ts'

/** A kind of object that the API lists. */
export interface Resource {
  /** Empty for the core group. */
  group: string
  /** Such as `apps/v1`. */
  apiVersion: string
  kind: string
  /** Name in paths, such as `deployments`. */
  plural: string
  namespaced: boolean
  watchable: boolean
}

/** What a cluster has. */
export interface Discovery {
  resources: readonly Resource[]
  /** Versions of groups that cannot be discovered, because the server behind them does not answer. */
  missing: readonly { apiVersion: string; message: string }[]
}

/** Asks for all groups in one answer (Kubernetes 1.26 and later); older servers ignore it. */
const AGGREGATED = [
  'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList',
  'application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList',
  'application/json',
].join(',')

function textList(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

/** A kind in one version of its group. */
function resourceOf(
  apiVersion: string,
  { kind, plural, namespaced }: { kind: string | undefined; plural: string | undefined; namespaced: boolean },
  verbs: readonly string[],
): Resource[] {
  const isPart = plural === undefined || plural.includes('/')
  if (isPart || kind === undefined || !verbs.includes('list')) return []
  const group = apiVersion.includes('/') ? (apiVersion.split('/', 1)[0] ?? '') : ''
  return [{ group, apiVersion, kind, plural, namespaced, watchable: verbs.includes('watch') }]
}

function fromAggregated(list: Fields, core: boolean): Discovery {
  const resources: Resource[] = []
  const missing: { apiVersion: string; message: string }[] = []
  for (const group of listAt(list, 'items'))
    for (const version of listAt(group, 'versions')) {
      const name = textAt(version, 'version') ?? ''
      const apiVersion = core ? name : `${textAt(group, 'metadata', 'name') ?? ''}/${name}`
      if (textAt(version, 'freshness') === 'Stale')
        missing.push({ apiVersion, message: `${apiVersion}: the server of this API group does not answer` })
      for (const resource of listAt(version, 'resources'))
        resources.push(
          ...resourceOf(
            apiVersion,
            {
              kind: textAt(resource, 'responseKind', 'kind'),
              plural: textAt(resource, 'resource'),
              namespaced: textAt(resource, 'scope') === 'Namespaced',
            },
            textList(at(resource, 'verbs')),
          ),
        )
    }
  return { resources, missing }
}

/** Versions of groups in the order of preference, from the answers of /api and /apis. */
function versionsOf(core: Fields, groups: Fields): readonly string[] {
  return [
    ...textList(at(core, 'versions')),
    ...listAt(groups, 'groups').flatMap((group) => {
      const preferred = textAt(group, 'preferredVersion', 'groupVersion')
      const all = listAt(group, 'versions').flatMap((version) => textAt(version, 'groupVersion') ?? [])
      return preferred === undefined ? all : [preferred, ...all.filter((version) => version !== preferred)]
    }),
  ]
}

async function fromVersion(api: Api, apiVersion: string): Promise<Result<readonly Resource[], ApiFailure>> {
  const answer = await api.get(`/${apiVersion.includes('/') ? 'apis' : 'api'}/${apiVersion}`)
  if (!answer.ok) return answer
  return succeed(
    listAt(answer.value, 'resources').flatMap((resource) =>
      resourceOf(
        apiVersion,
        {
          kind: textAt(resource, 'kind'),
          plural: textAt(resource, 'name'),
          namespaced: at(resource, 'namespaced') === true,
        },
        textList(at(resource, 'verbs')),
      ),
    ),
  )
}

/** A group has a kind in several versions, which show the same objects: the first is the preferred one. */
function oncePerKind(resources: readonly Resource[]): readonly Resource[] {
  const seen = new Set<string>()
  return resources.filter(({ group, plural }) => {
    const key = `${group}/${plural}`
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

/** Discovers all kinds that can be listed, those of custom resources included ("API Discovery" of Kubernetes). */
export async function discover(api: Api): Promise<Result<Discovery, ApiFailure>> {
  const [core, groups] = await Promise.all([api.get('/api', AGGREGATED), api.get('/apis', AGGREGATED)])
  if (!core.ok) return core
  if (!groups.ok) return groups
  const isAggregated = [core, groups].every(({ value }) => textAt(value, 'kind') === 'APIGroupDiscoveryList')
  if (isAggregated) {
    const [first, others] = [
      fromAggregated(fieldsOf(core.value), true),
      fromAggregated(fieldsOf(groups.value), false),
    ]
    return succeed({
      resources: oncePerKind([...first.resources, ...others.resources]),
      missing: [...first.missing, ...others.missing],
    })
  }
  const versions = versionsOf(fieldsOf(core.value), fieldsOf(groups.value))
  if (versions.length === 0) return fail({ message: 'the address does not answer like a Kubernetes API' })
  const found = await Promise.all(
    versions.map(async (apiVersion) => ({ apiVersion, listed: await fromVersion(api, apiVersion) })),
  )
  return succeed({
    resources: oncePerKind(found.flatMap(({ listed }) => (listed.ok ? listed.value : []))),
    missing: found.flatMap(({ apiVersion, listed }) =>
      listed.ok ? [] : [{ apiVersion, message: listed.failure.message }],
    ),
  })
}
