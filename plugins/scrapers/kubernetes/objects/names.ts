import type { ItemReference } from '@binnacle/plugin-kit/scrapers'
import { type Fields, textAt } from '@binnacle/health-rules/document'

/** An object of a cluster by its kind and name. */
export interface ObjectName {
  apiVersion?: string | undefined
  kind: string
  /** Empty for objects outside namespaces. */
  namespace: string
  name: string
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether a uid is one. Events name some objects, such as nodes, by another text. */
export function isUid(text: string | undefined): text is string {
  return text !== undefined && uuid.test(text)
}

function providerOf(apiVersion: string): string {
  const [group = '', version] = apiVersion.split('/')
  if (/(?:^|\.)(?:crossplane\.io|upbound\.io)$/.test(group)) return 'Crossplane'
  return /(?:^|\.)flanksource\.com$/.test(group) && version === 'v1' ? 'MissionControl' : 'Kubernetes'
}

/** The type of objects of a kind, such as `Kubernetes::Pod`. */
export function typeOf(apiVersion: string | undefined, kind: string): string {
  return `${providerOf(apiVersion ?? '')}::${kind}`
}

/** How items name an object where its uid is not known. */
export function aliasOf({ kind, namespace, name }: ObjectName): string {
  return `Kubernetes/${kind}/${namespace}/${name}`
}

/** The name of an object of the API. */
export function nameOf(object: Fields): ObjectName {
  return {
    apiVersion: textAt(object, 'apiVersion'),
    kind: textAt(object, 'kind') ?? '',
    namespace: textAt(object, 'metadata', 'namespace') ?? '',
    name: textAt(object, 'metadata', 'name') ?? '',
  }
}

/** The synthetic item of a cluster. */
export function clusterReference(clusterName: string): ItemReference {
  return { externalId: `Kubernetes/Cluster/${clusterName}`, type: 'Kubernetes::Cluster' }
}
