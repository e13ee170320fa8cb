import type { ScrapeContext, ScrapedItem } from '@binnacle/plugin-kit/scrapers'
import { healthOf } from '@binnacle/health-rules'
import { type Fields, listAt, textAt, textsAt, timeAt } from '@binnacle/health-rules/document'
import type { KubernetesSpec } from '../spec.ts'
import { type ObjectRules, rulesOf } from './annotations.ts'
import { cleanDocument } from '@binnacle/clients/kubernetes/clean'
import type { Directory } from './directory.ts'
import { edgesOf, ruleEdges } from './edges.ts'
import { excludesKind, excludesLabels, excludesName, type Exclusions } from './exclude.ts'
import { aliasOf, clusterReference, nameOf, typeOf } from './names.ts'
import { parentsOf } from './parents.ts'

/** What all objects of a run have in common. */
export interface Reading {
  spec: KubernetesSpec
  exclusions: Exclusions
  directory: Directory
  /** Partition of all items of the run, with their type. */
  scope: string
  /** Address of the API, where the items were read. */
  server: string
  context: ScrapeContext
}

/** Labels of an object, with what else people search for. */
function labelsOf(object: Fields): Record<string, string> {
  const { apiVersion = '', kind } = nameOf(object)
  const own = Object.entries(textsAt(object, 'metadata', 'labels')).filter(([key]) => !key.endsWith('-hash'))
  const type = kind === 'Service' ? textAt(object, 'spec', 'type') : undefined
  const [ingress] = type === 'LoadBalancer' ? listAt(object, 'status', 'loadBalancer', 'ingress') : []
  const [hostname, ip] = [textAt(ingress, 'hostname'), textAt(ingress, 'ip')]
  return {
    ...Object.fromEntries(own),
    apiVersion,
    ...(type === undefined ? {} : { 'service-type': type }),
    ...(hostname === undefined ? {} : { hostname }),
    ...(ip === undefined ? {} : { ip }),
    ...azureLabels(object, kind),
  }
}

/** Where a node of Azure runs, by its provider id. */
function azureLabels(object: Fields, kind: string): Record<string, string> {
  const provider = kind === 'Node' ? (textAt(object, 'spec', 'providerID') ?? '') : ''
  const subscription = /^azure:\/\/\/subscriptions\/([^/]+)\//.exec(provider)?.[1]
  const scaleSet = /\/virtualMachineScaleSets\/([^/]+)\//.exec(provider)?.[1]
  return {
    ...(subscription === undefined ? {} : { 'azure/subscription-id': subscription }),
    ...(scaleSet === undefined ? {} : { 'azure/vm-scale-set': scaleSet }),
  }
}

/** When a pod was evicted. Its object stays until somebody removes it, though the pod is gone. */
function evictedAt(object: Fields): Date | undefined {
  if (textAt(object, 'kind') !== 'Pod' || textAt(object, 'status', 'reason') !== 'Evicted') return undefined
  const times = [
    ...listAt(object, 'status', 'conditions').map((condition) => timeAt(condition, 'lastTransitionTime')),
    timeAt(object, 'status', 'startTime'),
    timeAt(object, 'metadata', 'creationTimestamp'),
  ].flatMap((time) => time?.getTime() ?? [])
  return times.length === 0 ? undefined : new Date(Math.max(...times))
}

/** Whether a spec or the annotations of an object leave it out. */
function isLeftOut(object: Fields, rules: ObjectRules, exclusions: Exclusions): boolean {
  return rules.isIgnored || excludesName(exclusions, nameOf(object)) || excludesLabels(exclusions, object)
}

/**
 * The item of an object, and what the directory remembers of it.
 * @returns undefined if it is left out, or has no uid, as what the API computes for each answer
 */
export async function itemOf(object: Fields, reading: Reading): Promise<ScrapedItem | undefined> {
  const { spec, exclusions, directory, context, scope, server } = reading
  const { clusterName, relationships = [] } = spec
  const uid = textAt(object, 'metadata', 'uid')
  const name = nameOf(object)
  if (uid === undefined || name.kind === '' || name.name === '') return undefined
  const rules = rulesOf(object)
  directory.remember(object, rules)
  if (isLeftOut(object, rules, exclusions)) return undefined
  const type = typeOf(name.apiVersion, name.kind)
  const config = cleanDocument(object, (value) => context.mask(value))
  const { health, status, ready, message } = healthOf(type, object, context.now())
  const options = { clusterName, directory, isLeftOut: (kind: string) => excludesKind(exclusions, kind) }
  const related =
    relationships.length === 0
      ? edgesOf(object, options)
      : [
          ...edgesOf(object, options),
          ...(await ruleEdges(object, config, { rules: relationships, directory }, context)),
        ]
  const createdAt = timeAt(object, 'metadata', 'creationTimestamp')
  const deletedAt = evictedAt(object)
  return {
    kind: 'item',
    config,
    externalId: uid,
    aliases: [aliasOf(name)],
    name: name.name,
    type,
    class: name.kind,
    health,
    ready,
    labels: labelsOf(object),
    tags: {
      ...rules.tags,
      cluster: clusterName,
      ...(name.namespace === '' ? {} : { namespace: name.namespace }),
    },
    scope,
    source: server,
    parents: parentsOf(object, options),
    related,
    ...(status === undefined ? {} : { status }),
    ...(message === undefined ? {} : { description: message }),
    ...(createdAt === undefined ? {} : { createdAt }),
    ...(deletedAt === undefined ? {} : { deletedAt }),
  }
}

/** The synthetic item of the cluster, which contains all others. @param version of its API */
export function clusterItem({ spec, scope, server }: Reading, version: Fields): ScrapedItem {
  const { clusterName } = spec
  const gitVersion = textAt(version, 'gitVersion')
  const { externalId } = clusterReference(clusterName)
  return {
    kind: 'item',
    config: {
      apiVersion: 'v1',
      kind: 'Cluster',
      metadata: { name: clusterName },
      ...(gitVersion === undefined ? {} : { version: gitVersion }),
    },
    externalId,
    name: clusterName,
    type: 'Kubernetes::Cluster',
    class: 'Cluster',
    health: 'healthy',
    labels: gitVersion === undefined ? {} : { version: gitVersion },
    tags: { cluster: clusterName },
    scope,
    source: server,
  }
}
