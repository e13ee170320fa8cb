import type { Json } from '@binnacle/plugin-kit/core'
import type { RelatedItem, ScrapeContext } from '@binnacle/plugin-kit/scrapers'
import { type Fields, listAt, textAt, textsAt } from '@binnacle/health-rules/document'
import type { KubernetesSpec } from '../spec.ts'
import type { Directory } from './directory.ts'
import { nameOf } from './names.ts'
import { ownerParent } from './parents.ts'

type Rules = NonNullable<KubernetesSpec['relationships']>
type Lookup = Rules[number]['kind']

interface EdgeOptions {
  directory: Directory
  isLeftOut: (kind: string) => boolean
}

/** The cloud's machine that a node is, by its provider id. */
function machineOf(object: Fields): RelatedItem[] {
  const provider = textAt(object, 'spec', 'providerID') ?? ''
  const instance = /^aws:\/\/\/[^/]+\/(i-[0-9a-f]+)$/.exec(provider)?.[1]
  if (instance !== undefined)
    return [{ externalId: instance, type: 'AWS::EC2::Instance', relation: 'InstanceNode', incoming: true }]
  const azure = /^azure:\/\/(\/subscriptions\/.+)$/.exec(provider)?.[1]
  return azure === undefined
    ? []
    : [{ externalId: azure.toLowerCase(), relation: 'InstanceNode', incoming: true }]
}

/** The load balancers of a cloud through which a service is reached; they are known by their host names. */
function balancersOf(object: Fields): RelatedItem[] {
  if (textAt(object, 'spec', 'type') !== 'LoadBalancer') return []
  return listAt(object, 'status', 'loadBalancer', 'ingress').flatMap((ingress) => {
    const host = textAt(ingress, 'hostname')
    return host === undefined ? [] : [{ externalId: host, relation: 'ServiceLoadBalancer' }]
  })
}

/** What an object has to do with, as its fields say. */
export function edgesOf(object: Fields, options: EdgeOptions): readonly RelatedItem[] {
  const { directory } = options
  const { kind, namespace, name } = nameOf(object)
  const edges: RelatedItem[] = []
  if (namespace !== '')
    edges.push({
      ...directory.referenceTo({ apiVersion: 'v1', kind: 'Namespace', namespace: '', name: namespace }),
      relation: `Namespace${kind}`,
      incoming: true,
    })
  const owner = ownerParent(object, options)
  if (owner !== undefined)
    edges.push({ ...owner.reference, relation: `${owner.kind}${kind}`, incoming: true })
  const node = kind === 'Pod' ? textAt(object, 'spec', 'nodeName') : undefined
  if (node !== undefined)
    edges.push({
      ...directory.referenceTo({ apiVersion: 'v1', kind: 'Node', namespace: '', name: node }),
      relation: 'NodePod',
      incoming: true,
    })
  if (kind === 'Service') {
    for (const target of directory.targetsOf(namespace, name))
      edges.push({ ...target, relation: `Service${target.type?.split('::')[1] ?? ''}` })
    edges.push(...balancersOf(object))
  }
  if (kind === 'Node') edges.push(...machineOf(object))
  return edges
}

async function valueOf(
  lookup: Lookup | undefined,
  object: Fields,
  config: Json,
  context: Pick<ScrapeContext, 'expression'>,
): Promise<string | undefined> {
  if (lookup === undefined) return undefined
  if (lookup.value !== undefined) return lookup.value
  if (lookup.label !== undefined) return textsAt(object, 'metadata', 'labels')[lookup.label]
  const found = await context.expression(lookup.expr ?? '', { config })
  return found.ok && typeof found.value === 'string' && found.value !== '' ? found.value : undefined
}

/** What the rules of a spec relate an object to. A part that is given and finds nothing cancels its rule. */
export async function ruleEdges(
  object: Fields,
  config: Json,
  { rules, directory }: { rules: Rules; directory: Directory },
  context: Pick<ScrapeContext, 'expression'>,
): Promise<readonly RelatedItem[]> {
  const own = nameOf(object)
  const edges: RelatedItem[] = []
  for (const rule of rules) {
    const kind = await valueOf(rule.kind, object, config, context)
    const name = await valueOf(rule.name, object, config, context)
    const namespace = await valueOf(rule.namespace, object, config, context)
    if (kind === undefined || name === undefined) continue
    if (rule.namespace !== undefined && namespace === undefined) continue
    const { externalId } = directory.referenceTo({
      kind,
      name,
      namespace: namespace ?? own.namespace,
    })
    // The API group of the other one is not known, and with it the begin of its type.
    edges.push({ externalId, relation: `${own.kind}${kind}` })
  }
  return edges
}
