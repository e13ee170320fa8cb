import { type Fields, listAt, textAt, textsAt } from '@binnacle/health-rules/document'
import type { ItemReference } from '@binnacle/plugin-kit/scrapers'
import type { Directory } from './directory.ts'
import { aliasOf, clusterReference, nameOf, type ObjectName } from './names.ts'

/** What an object belongs to depends on what else the scraper reads. */
export interface ParentOptions {
  clusterName: string
  directory: Directory
  /** Whether a kind is left out, so that nothing can belong to it. */
  isLeftOut: (kind: string) => boolean
}

const FLUX_HELM = 'helm.toolkit.fluxcd.io'
const FLUX_KUSTOMIZE = 'kustomize.toolkit.fluxcd.io'

/** The object of Flux that made an object, by the labels that Flux sets. */
function fluxParent(
  object: Fields,
  { kind: ownKind }: ObjectName,
  [kind, group, apiVersion]: readonly [string, string, string],
  directory: Directory,
): ItemReference[] {
  const labels = textsAt(object, 'metadata', 'labels')
  const [name, namespace] = [labels[`${group}/name`], labels[`${group}/namespace`]]
  if (name === undefined || namespace === undefined || ownKind === kind) return []
  return [directory.referenceTo({ apiVersion, kind, namespace, name })]
}

/** The Argo application of an object: the one that lists it, else the one that its annotation names. */
function argoParent(object: Fields, name: ObjectName, directory: Directory): ItemReference[] {
  const listed = directory.applicationOf(aliasOf(name))
  if (listed !== undefined) return [listed]
  const tracking = textAt(object, 'metadata', 'annotations', 'argocd.argoproj.io/tracking-id')
  const application = tracking?.split(':', 1)[0]
  if (application === undefined || application === '') return []
  // The id may begin with the namespace of the application: "argocd_shop".
  const [first = '', ...rest] = application.split('_')
  const [namespace, own] = rest.length === 0 ? ['argocd', first] : [first, rest.join('_')]
  return [
    directory.referenceTo({
      apiVersion: 'argoproj.io/v1alpha1',
      kind: 'Application',
      namespace,
      name: own,
    }),
  ]
}

/** The owner that manages an object, else the first of its owners. */
function ownerOf(object: Fields): Fields | undefined {
  const owners = listAt(object, 'metadata', 'ownerReferences')
  return owners.find((owner) => owner['controller'] === true) ?? owners[0]
}

/** The Deployment of a pod, by the name of its ReplicaSet: the Deployment's with a hash. */
function deploymentOf(object: Fields, { namespace }: ObjectName, replicaSet: string): ObjectName | undefined {
  const hash = textAt(object, 'metadata', 'labels', 'pod-template-hash')
  const ending = hash === undefined ? undefined : `-${hash}`
  if (ending === undefined || !replicaSet.endsWith(ending)) return undefined
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    namespace,
    name: replicaSet.slice(0, -ending.length),
  }
}

/** The owner of an object as an item, passing over ReplicaSets that are left out. */
export function ownerParent(
  object: Fields,
  { directory, isLeftOut }: Pick<ParentOptions, 'directory' | 'isLeftOut'>,
): { reference: ItemReference; kind: string } | undefined {
  const owner = ownerOf(object)
  const [kind, name] = [textAt(owner, 'kind'), textAt(owner, 'name')]
  if (kind === undefined || name === undefined) return undefined
  const own = nameOf(object)
  if (kind === 'ReplicaSet' && isLeftOut('ReplicaSet')) {
    const deployment = deploymentOf(object, own, name)
    return deployment === undefined
      ? undefined
      : { reference: directory.referenceTo(deployment), kind: 'Deployment' }
  }
  // Nodes own the pods that they start from files, and are in no namespace.
  const namespace = kind === 'Node' ? '' : own.namespace
  const reference = directory.referenceTo(
    { apiVersion: textAt(owner, 'apiVersion'), kind, namespace, name },
    textAt(owner, 'uid'),
  )
  return { reference, kind }
}

/** What an object belongs to, the most precise first: what deployed it, its owner, its namespace, its cluster. */
export function parentsOf(object: Fields, options: ParentOptions): readonly ItemReference[] {
  const { clusterName, directory } = options
  const name = nameOf(object)
  const owner = ownerParent(object, options)
  const own = textAt(object, 'metadata', 'uid')
  const parents = [
    ...fluxParent(object, name, ['HelmRelease', FLUX_HELM, `${FLUX_HELM}/v2`], directory),
    ...fluxParent(object, name, ['Kustomization', FLUX_KUSTOMIZE, `${FLUX_KUSTOMIZE}/v1`], directory),
    ...argoParent(object, name, directory),
    ...(owner === undefined ? [] : [owner.reference]),
    ...(name.namespace === ''
      ? []
      : [
          directory.referenceTo({ apiVersion: 'v1', kind: 'Namespace', namespace: '', name: name.namespace }),
        ]),
    clusterReference(clusterName),
  ]
  return parents.filter(({ externalId }) => externalId !== own && externalId !== aliasOf(name))
}
