import { type Fields, listAt, textAt } from '@binnacle/health-rules/document'
import type { ItemReference } from '@binnacle/plugin-kit/scrapers'
import { limitsChanges, type ObjectRules } from './annotations.ts'
import { aliasOf, isUid, nameOf, type ObjectName, typeOf } from './names.ts'

/** Kinds that other objects name without their uid. They are read before all others, in this order. */
export const directoryKinds = [
  'Namespace',
  'Node',
  'Kustomization',
  'HelmRelease',
  'Application',
  'Endpoints',
  'EndpointSlice',
] as const

const named = new Set<string>(['Namespace', 'Node', 'Kustomization', 'HelmRelease', 'Application'])

/** Objects that are remembered at most, so that a strange cluster costs no more memory than a large one. */
const MOST_ENTRIES = 500_000

/** What is remembered of objects while others are read. It holds names and ids, and no documents. */
export interface Directory {
  remember(object: Fields, rules: ObjectRules): void
  forget(object: Fields): void
  /** How items name an object: by its uid where it is known, else by its name. */
  referenceTo(name: ObjectName, uid?: string): ItemReference
  /** The Argo application that lists an object. */
  applicationOf(alias: string): ItemReference | undefined
  /** What a service sends its traffic to. */
  targetsOf(namespace: string, service: string): readonly ItemReference[]
  /** What the annotations of an object say about its changes. */
  rulesOf(id: string): ObjectRules | undefined
}

/** A map that takes no more entries than is sensible. */
function boundedMap<Value>() {
  const map = new Map<string, Value>()
  return {
    get: (key: string) => map.get(key),
    delete: (key: string) => void map.delete(key),
    set(key: string, value: Value) {
      if (map.size < MOST_ENTRIES || map.has(key)) map.set(key, value)
    },
  }
}

function isEndpointsKind(kind: string): boolean {
  return kind === 'Endpoints' || kind === 'EndpointSlice'
}

/** The service that an object with endpoints is of. */
function serviceOf(object: Fields, { kind, name }: ObjectName): string | undefined {
  return kind === 'Endpoints' ? name : textAt(object, 'metadata', 'labels', 'kubernetes.io/service-name')
}

function targetsIn(object: Fields, kind: string): readonly Fields[] {
  return kind === 'Endpoints'
    ? listAt(object, 'subsets').flatMap((subset) => listAt(subset, 'addresses'))
    : listAt(object, 'endpoints')
}

/** Makes an empty directory. */
export function createDirectory(): Directory {
  const uids = boundedMap<string>()
  const applications = boundedMap<ItemReference>()
  const rulesById = boundedMap<ObjectRules>()
  /** By service, and then by the object that lists the targets. */
  const targets = boundedMap<Map<string, readonly ItemReference[]>>()

  function referenceTo(name: ObjectName, uid?: string): ItemReference {
    const alias = aliasOf(name)
    const known = isUid(uid) ? uid : uids.get(alias)
    return { externalId: known ?? alias, type: typeOf(name.apiVersion, name.kind) }
  }

  function rememberTargets(object: Fields, name: ObjectName, isGone: boolean): void {
    const service = serviceOf(object, name)
    if (service === undefined) return
    const key = `${name.namespace}/${service}`
    const lists = targets.get(key) ?? new Map<string, readonly ItemReference[]>()
    const found = targetsIn(object, name.kind).flatMap((endpoint) => {
      const [kind, target] = [textAt(endpoint, 'targetRef', 'kind'), textAt(endpoint, 'targetRef', 'name')]
      if (kind === undefined || target === undefined) return []
      const namespace = textAt(endpoint, 'targetRef', 'namespace') ?? name.namespace
      return [
        referenceTo(
          { apiVersion: 'v1', kind, namespace, name: target },
          textAt(endpoint, 'targetRef', 'uid'),
        ),
      ]
    })
    if (isGone || found.length === 0) lists.delete(aliasOf(name))
    else lists.set(aliasOf(name), found)
    if (lists.size === 0) targets.delete(key)
    else targets.set(key, lists)
  }

  function rememberApplication(object: Fields, own: ObjectName): void {
    const application = referenceTo(own, textAt(object, 'metadata', 'uid'))
    for (const child of listAt(object, 'status', 'resources')) {
      const [kind, name] = [textAt(child, 'kind'), textAt(child, 'name')]
      if (kind === undefined || name === undefined) continue
      applications.set(aliasOf({ kind, name, namespace: textAt(child, 'namespace') ?? '' }), application)
    }
  }

  return {
    referenceTo,
    remember(object, rules) {
      const name = nameOf(object)
      const uid = textAt(object, 'metadata', 'uid')
      if (uid !== undefined && named.has(name.kind)) uids.set(aliasOf(name), uid)
      if (name.kind === 'Application') rememberApplication(object, name)
      if (isEndpointsKind(name.kind)) rememberTargets(object, name, false)
      if (!limitsChanges(rules)) return
      rulesById.set(aliasOf(name), rules)
      if (uid !== undefined) rulesById.set(uid, rules)
    },
    forget(object) {
      const name = nameOf(object)
      uids.delete(aliasOf(name))
      if (isEndpointsKind(name.kind)) rememberTargets(object, name, true)
    },
    applicationOf: (alias) => applications.get(alias),
    targetsOf: (namespace, service) => {
      const all = [...(targets.get(`${namespace}/${service}`)?.values() ?? [])].flat()
      // A service has both kinds of lists in most clusters.
      return [...new Map(all.map((target) => [target.externalId, target])).values()]
    },
    rulesOf: (id) => rulesById.get(id),
  }
}
