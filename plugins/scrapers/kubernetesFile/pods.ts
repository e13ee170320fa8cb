import { fail, type Result, succeed } from '@binnacle/contract/core'
import { type Fields, fieldsOf, textAt, textsAt } from '@binnacle/health-rules/document'
import type { Api, ApiFailure } from '@binnacle/clients/kubernetes/client'
import type { Resource } from '@binnacle/clients/kubernetes/discovery'
import { listPages, type ListOptions } from '@binnacle/clients/kubernetes/list'
import { listPath } from '@binnacle/clients/kubernetes/path'
import type { KubernetesFileSpec } from './spec.ts'

type Kind = 'Pod' | 'Deployment' | 'StatefulSet'

const resource = (apiVersion: string, kind: Kind, plural: string): Resource => ({
  group: apiVersion.split('/').length > 1 ? 'apps' : '',
  apiVersion,
  kind,
  plural,
  namespaced: true,
  watchable: true,
})
const resources: Readonly<Record<Kind, Resource>> = {
  Pod: resource('v1', 'Pod', 'pods'),
  Deployment: resource('apps/v1', 'Deployment', 'deployments'),
  StatefulSet: resource('apps/v1', 'StatefulSet', 'statefulsets'),
}

/** A pod in which files are read, and what was looked for to find it. */
export interface OwnedPod {
  pod: Fields
  kind: Kind
  /** Name of what was looked for, which stays the same when its pods are replaced. */
  owner: string
}

async function listAll(
  api: Api,
  kind: Kind,
  options: ListOptions,
): Promise<Result<readonly Fields[], ApiFailure>> {
  const all: Fields[] = []
  for await (const page of listPages(api, resources[kind], options)) {
    if (!page.ok) return page
    all.push(...page.value.fresh)
  }
  return succeed(all)
}

/** The objects that a selector names or fits. */
async function targetsOf(
  api: Api,
  kind: Kind,
  { namespace, name, labelSelector, fieldSelector }: KubernetesFileSpec['selector'],
): Promise<Result<readonly Fields[], ApiFailure>> {
  if (name === undefined) return listAll(api, kind, { namespace, labelSelector, fieldSelector })
  const answer = await api.get(`${listPath(resources[kind], { namespace })}/${encodeURIComponent(name)}`)
  return answer.ok ? succeed([fieldsOf(answer.value)]) : answer
}

const isRunning = (pod: Fields) =>
  textAt(pod, 'status', 'phase') === 'Running' && textAt(pod, 'metadata', 'deletionTimestamp') === undefined

/** A pod of a Deployment or StatefulSet that runs: the first by name, so that it is the same one while it lives. */
async function podOf(
  api: Api,
  target: Fields,
  kind: Kind,
  namespace: string,
): Promise<Result<Fields, string>> {
  const name = textAt(target, 'metadata', 'name') ?? ''
  const labels = Object.entries(textsAt(target, 'spec', 'selector', 'matchLabels'))
  const labelSelector = labels.map(([key, value]) => `${key}=${value}`).join(',')
  if (labelSelector === '') return fail(`${kind} ${namespace}/${name} selects its pods by no label`)
  const pods = await listAll(api, 'Pod', { namespace, labelSelector })
  if (!pods.ok) return fail(pods.failure.message)
  const [first] = pods.value
    .filter(isRunning)
    .toSorted((one, other) =>
      (textAt(one, 'metadata', 'name') ?? '') < (textAt(other, 'metadata', 'name') ?? '') ? -1 : 1,
    )
  return first === undefined ? fail(`${kind} ${namespace}/${name} has no pod that runs`) : succeed(first)
}

/** The pods in which the files of a spec are read. A target without any is a failure. */
export async function findPods(
  api: Api,
  { selector }: KubernetesFileSpec,
): Promise<readonly Result<OwnedPod, string>[]> {
  const kind = selector.kind ?? 'Pod'
  const targets = await targetsOf(api, kind, selector)
  if (!targets.ok) return [fail(targets.failure.message)]
  const found: Result<OwnedPod, string>[] = []
  for (const target of targets.value) {
    const owner = textAt(target, 'metadata', 'name') ?? ''
    if (kind === 'Pod') {
      // A pod that has ended has no files; that it is named makes it worth a word.
      if (isRunning(target)) found.push(succeed({ pod: target, kind, owner }))
      else if (selector.name !== undefined)
        found.push(fail(`the pod ${selector.namespace}/${owner} does not run`))
      continue
    }
    const pod = await podOf(api, target, kind, selector.namespace)
    found.push(pod.ok ? succeed({ pod: pod.value, kind, owner }) : pod)
  }
  return found
}
