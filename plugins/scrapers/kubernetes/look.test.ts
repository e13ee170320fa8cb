import { scrapeForTest } from '@binnacle/plugin-kit/testing'
import type { ScrapeOutput, ScrapedChange, ScrapedItem } from '@binnacle/plugin-kit/scrapers'
import { afterEach, describe, expect, test } from 'vitest'
import { inFlight } from './look.ts'
import { run } from './run.ts'
import { scraper } from './spec.ts'
import { type ApiServer, startApiServer } from '@binnacle/clients/kubernetes/testing/api-server'
import { customKind } from '@binnacle/clients/kubernetes/testing/kinds'
import { deployShop, eventAbout, makeObject, uidIn } from '@binnacle/clients/kubernetes/testing/shop'

const servers: ApiServer[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()))
})

async function start(settings: Parameters<typeof startApiServer>[0] = {}): Promise<ApiServer> {
  const server = await startApiServer(settings)
  servers.push(server)
  return server
}

function look(server: ApiServer, spec: Readonly<Record<string, unknown>> = {}): Promise<ScrapeOutput[]> {
  return scrapeForTest(
    scraper,
    run,
    { clusterName: 'prod', kubeconfig: server.kubeconfig(), ...spec },
    { now: () => new Date('2026-11-23T07:00:00Z'), timeoutMilliseconds: 30_000 },
  )
}

const itemsIn = (found: readonly ScrapeOutput[]) =>
  found.filter((one): one is ScrapedItem => one.kind === 'item')
const changesIn = (found: readonly ScrapeOutput[]) =>
  found.filter((one): one is ScrapedChange => one.kind === 'change')
const faultsIn = (found: readonly ScrapeOutput[]) => found.filter((one) => one.kind === 'fault')
const completeIn = (found: readonly ScrapeOutput[]) =>
  found.flatMap((one) => (one.kind === 'complete' ? [one.type ?? '*'] : []))

function itemNamed(found: readonly ScrapeOutput[], type: string, name: string): ScrapedItem {
  const item = itemsIn(found).find((one) => one.type === type && one.name === name)
  if (item === undefined) throw new Error(`no ${type} ${name}`)
  return item
}

describe('items', () => {
  test('have the uid as id, an alias, labels, tags, health and a document without noise', async () => {
    const server = await start()
    const { pod } = deployShop(server)
    const found = await look(server)
    const item = itemNamed(found, 'Kubernetes::Pod', 'web-5d9c-x7')
    expect(item).toMatchObject({
      externalId: uidIn(pod),
      aliases: ['Kubernetes/Pod/shop/web-5d9c-x7'],
      class: 'Pod',
      labels: { app: 'web', apiVersion: 'v1' },
      tags: { cluster: 'prod', namespace: 'shop' },
      health: 'healthy',
      ready: true,
      scope: 'prod',
      createdAt: new Date('2026-11-01T10:00:00Z'),
    })
    expect(item.labels).not.toHaveProperty('pod-template-hash')
    expect(item.config).toMatchObject({
      apiVersion: 'v1',
      kind: 'Pod',
      status: {
        conditions: [
          { type: 'Initialized', status: 'True' },
          { type: 'Ready', status: 'True' },
        ],
      },
    })
    const text = JSON.stringify(found)
    for (const noise of [
      'managedFields',
      'last-applied',
      'observedGeneration',
      'resourceVersion',
      'lastTransitionTime',
    ])
      expect(text).not.toContain(noise)
  })

  test('include the cluster, which contains everything', async () => {
    const server = await start()
    const found = await look(server)
    expect(itemNamed(found, 'Kubernetes::Cluster', 'prod')).toMatchObject({
      externalId: 'Kubernetes/Cluster/prod',
      labels: { version: 'v1.34.1' },
    })
    expect(itemNamed(found, 'Kubernetes::Namespace', 'default').parents).toEqual([
      { externalId: 'Kubernetes/Cluster/prod', type: 'Kubernetes::Cluster' },
    ])
  })

  test('of Secrets never show a value, and show that one changed', async () => {
    const server = await start()
    const { secret } = deployShop(server)
    const before = await look(server)
    server.put({ ...secret, data: { password: 'bmV3', user: 'bWU=' } })
    const after = await look(server)
    for (const found of [before, after])
      expect(JSON.stringify(found)).not.toMatch(/aHVudGVyMg|hunter2|bmV3|bWU=/)
    const [one, other] = [before, after].map(
      (found) => itemNamed(found, 'Kubernetes::Secret', 'web-key').config,
    )
    expect(one).toMatchObject({ data: { password: expect.stringContaining('masked') } })
    expect(other).not.toEqual(one)
  })

  test('of custom resources have the prefix of their group', async () => {
    const server = await start()
    server.offer(customKind('s3.aws.upbound.io/v1beta1', 'Bucket', 'buckets', false))
    server.offer(customKind('canaries.flanksource.com/v1', 'Canary', 'canaries'))
    server.offer(customKind('example.com/v1', 'Till', 'tills'))
    server.put(makeObject('s3.aws.upbound.io/v1beta1', 'Bucket', 'photos'))
    server.put(
      makeObject('canaries.flanksource.com/v1', 'Canary', 'web', {
        namespace: 'default',
        status: { uptime1h: '3/4', status: 'Passed' },
      }),
    )
    server.put(makeObject('example.com/v1', 'Till', 'one', { namespace: 'default' }))
    const found = await look(server)
    expect(itemNamed(found, 'Crossplane::Bucket', 'photos').class).toBe('Bucket')
    expect(itemNamed(found, 'MissionControl::Canary', 'web').config).toMatchObject({
      status: { status: 'Passed' },
    })
    expect(JSON.stringify(found)).not.toContain('uptime1h')
    expect(itemNamed(found, 'Kubernetes::Till', 'one').labels).toMatchObject({ apiVersion: 'example.com/v1' })
  })

  test('an evicted pod is deleted', async () => {
    const server = await start()
    server.put(
      makeObject('v1', 'Pod', 'gone', {
        namespace: 'default',
        status: { phase: 'Failed', reason: 'Evicted', startTime: '2026-11-22T00:00:00Z' },
      }),
    )
    expect(itemNamed(await look(server), 'Kubernetes::Pod', 'gone')).toMatchObject({
      status: 'Evicted',
      deletedAt: new Date('2026-11-22T00:00:00Z'),
    })
  })

  test('of load balancers are found by host name', async () => {
    const server = await start()
    server.put(
      makeObject('v1', 'Service', 'front', {
        namespace: 'default',
        spec: { type: 'LoadBalancer' },
        status: { loadBalancer: { ingress: [{ hostname: 'lb.example' }] } },
      }),
    )
    const item = itemNamed(await look(server), 'Kubernetes::Service', 'front')
    expect(item.labels).toMatchObject({ 'service-type': 'LoadBalancer', hostname: 'lb.example' })
    expect(item.related).toContainEqual({ externalId: 'lb.example', relation: 'ServiceLoadBalancer' })
  })
})

describe('parents and edges', () => {
  test('an owner stands before the namespace and the cluster', async () => {
    const server = await start()
    const { pod, replicaSet, namespace } = deployShop(server)
    expect(uidIn(pod)).not.toBe('')
    expect(itemNamed(await look(server), 'Kubernetes::Pod', 'web-5d9c-x7').parents).toEqual([
      { externalId: uidIn(replicaSet), type: 'Kubernetes::ReplicaSet' },
      { externalId: uidIn(namespace), type: 'Kubernetes::Namespace' },
      { externalId: 'Kubernetes/Cluster/prod', type: 'Kubernetes::Cluster' },
    ])
  })

  test('without ReplicaSets the parent of a pod is its Deployment', async () => {
    const server = await start()
    deployShop(server)
    const found = await look(server, { exclusions: { kind: ['ReplicaSet'] } })
    expect(itemNamed(found, 'Kubernetes::Pod', 'web-5d9c-x7').parents?.[0]).toEqual({
      externalId: 'Kubernetes/Deployment/shop/web',
      type: 'Kubernetes::Deployment',
    })
    expect(itemsIn(found).map(({ type }) => type)).not.toContain('Kubernetes::ReplicaSet')
  })

  test('what Flux or Argo deployed belongs to that', async () => {
    const server = await start()
    server.offer(customKind('helm.toolkit.fluxcd.io/v2', 'HelmRelease', 'helmreleases'))
    server.offer(customKind('kustomize.toolkit.fluxcd.io/v1', 'Kustomization', 'kustomizations'))
    server.offer(customKind('argoproj.io/v1alpha1', 'Application', 'applications'))
    const release = server.put(
      makeObject('helm.toolkit.fluxcd.io/v2', 'HelmRelease', 'shop', { namespace: 'flux' }),
    )
    const kustomization = server.put(
      makeObject('kustomize.toolkit.fluxcd.io/v1', 'Kustomization', 'apps', { namespace: 'flux' }),
    )
    const application = server.put(
      makeObject('argoproj.io/v1alpha1', 'Application', 'till', {
        namespace: 'argocd',
        status: { resources: [{ kind: 'ConfigMap', namespace: 'default', name: 'by-argo' }] },
      }),
    )
    const config = (name: string, labels: Record<string, string>) =>
      server.put(makeObject('v1', 'ConfigMap', name, { namespace: 'default', labels }))
    config('by-helm', { 'helm.toolkit.fluxcd.io/name': 'shop', 'helm.toolkit.fluxcd.io/namespace': 'flux' })
    config('by-kustomize', {
      'kustomize.toolkit.fluxcd.io/name': 'apps',
      'kustomize.toolkit.fluxcd.io/namespace': 'flux',
    })
    config('by-argo', {})
    const found = await look(server)
    const parentOf = (name: string) => itemNamed(found, 'Kubernetes::ConfigMap', name).parents?.[0]
    expect(parentOf('by-helm')).toEqual({ externalId: uidIn(release), type: 'Kubernetes::HelmRelease' })
    expect(parentOf('by-kustomize')).toEqual({
      externalId: uidIn(kustomization),
      type: 'Kubernetes::Kustomization',
    })
    expect(parentOf('by-argo')).toEqual({ externalId: uidIn(application), type: 'Kubernetes::Application' })
  })

  test('nodes, owners, namespaces and targets of services are edges', async () => {
    const server = await start()
    const { node, replicaSet, namespace, pod } = deployShop(server)
    const found = await look(server)
    expect(itemNamed(found, 'Kubernetes::Pod', 'web-5d9c-x7').related).toEqual([
      {
        externalId: uidIn(namespace),
        type: 'Kubernetes::Namespace',
        relation: 'NamespacePod',
        incoming: true,
      },
      {
        externalId: uidIn(replicaSet),
        type: 'Kubernetes::ReplicaSet',
        relation: 'ReplicaSetPod',
        incoming: true,
      },
      { externalId: uidIn(node), type: 'Kubernetes::Node', relation: 'NodePod', incoming: true },
    ])
    expect(itemNamed(found, 'Kubernetes::Service', 'web').related).toContainEqual({
      externalId: uidIn(pod),
      type: 'Kubernetes::Pod',
      relation: 'ServicePod',
    })
    expect(itemNamed(found, 'Kubernetes::Node', 'node-1').related).toEqual([
      {
        externalId: 'i-0123456789abcdef0',
        type: 'AWS::EC2::Instance',
        relation: 'InstanceNode',
        incoming: true,
      },
    ])
  })

  test('rules of the spec relate objects; a part that finds nothing cancels its rule', async () => {
    const server = await start()
    server.put(
      makeObject('v1', 'ConfigMap', 'settings', { namespace: 'default', labels: { 'used-by': 'web' } }),
    )
    server.put(makeObject('v1', 'ConfigMap', 'alone', { namespace: 'default' }))
    const relationships = [
      { kind: { value: 'Deployment' }, name: { label: 'used-by' }, namespace: { value: 'shop' } },
    ]
    const found = await look(server, { relationships })
    expect(itemNamed(found, 'Kubernetes::ConfigMap', 'settings').related).toContainEqual({
      externalId: 'Kubernetes/Deployment/shop/web',
      relation: 'ConfigMapDeployment',
    })
    expect(itemNamed(found, 'Kubernetes::ConfigMap', 'alone').related).toHaveLength(1)
  })
})

describe('what is left out', () => {
  const namesIn = (found: readonly ScrapeOutput[]) => itemsIn(found).map(({ name }) => name)

  test('names, kinds, namespaces and labels of the spec', async () => {
    const server = await start()
    deployShop(server)
    deployShop(server, 'test-1')
    server.put(makeObject('v1', 'ConfigMap', 'kube-root-ca.crt', { namespace: 'shop' }))
    server.put(makeObject('v1', 'ConfigMap', 'draft', { namespace: 'shop', labels: { stage: 'draft' } }))
    const found = await look(server, {
      exclusions: { name: ['kube-root*'], kind: ['Secret'], namespace: ['test-*'], labels: { stage: 'dr*' } },
    })
    expect(namesIn(found)).not.toContain('kube-root-ca.crt')
    expect(namesIn(found)).not.toContain('draft')
    expect(namesIn(found)).not.toContain('test-1')
    expect(itemsIn(found).filter(({ tags }) => tags?.['namespace'] === 'test-1')).toEqual([])
    expect(itemsIn(found).map(({ type }) => type)).not.toContain('Kubernetes::Secret')
    expect(server.requests.map(({ path }) => path)).not.toContain('/api/v1/secrets')
    expect(namesIn(await look(server, { exclusions: ['web*'] }))).not.toContain('web')
  })

  test.each(['binnacle', 'config-db.flanksource.com'])('annotations of %s', async (prefix) => {
    const server = await start()
    const config = (name: string, annotations: Record<string, string>) =>
      server.put(makeObject('v1', 'ConfigMap', name, { namespace: 'default', annotations }))
    const hidden = config('hidden', { [`${prefix}/ignore`]: 'true' })
    const quiet = config('quiet', {
      [`${prefix}/ignore-changes`]: 'Pul*',
      [`${prefix}/ignore-change-severity`]: 'low',
      [`${prefix}/tags`]: 'team=shop, tier=web',
    })
    for (const [index, reason] of ['Pulled', 'Created', 'Failed'].entries())
      server.put(eventAbout(quiet, reason, `quiet.${index}`))
    server.put(eventAbout(hidden, 'Failed', 'hidden.1'))
    const found = await look(server)
    expect(namesIn(found)).not.toContain('hidden')
    expect(itemNamed(found, 'Kubernetes::ConfigMap', 'quiet').tags).toEqual({
      cluster: 'prod',
      namespace: 'default',
      team: 'shop',
      tier: 'web',
    })
    expect(changesIn(found).map(({ type }) => type)).toEqual(['Failed'])
  })

  test('another scope, namespace or selector', async () => {
    const server = await start()
    deployShop(server)
    deployShop(server, 'other')
    const typesOf = async (spec: object) =>
      new Set(itemsIn(await look(server, { ...spec })).map(({ type }) => type))
    expect(await typesOf({ scope: 'cluster' })).toEqual(
      new Set(['Kubernetes::Cluster', 'Kubernetes::Namespace', 'Kubernetes::Node']),
    )
    expect(await typesOf({ scope: 'namespace' })).not.toContain('Kubernetes::Node')
    const one = await look(server, { namespace: 'other' })
    expect(new Set(itemsIn(one).map(({ tags }) => tags?.['namespace']))).toEqual(
      new Set([undefined, 'other']),
    )
    expect(itemNamed(one, 'Kubernetes::Pod', 'web-5d9c-x7').scope).toBe('prod/other')
    expect(namesIn(await look(server, { selector: 'team=shop' }))).toEqual(['prod', 'web', 'web'])
  })

  test('what is older than `since`, which proves nothing about the rest', async () => {
    const server = await start()
    server.put(makeObject('v1', 'ConfigMap', 'old', { namespace: 'default' }))
    server.put(
      makeObject('v1', 'ConfigMap', 'new', {
        namespace: 'default',
        creationTimestamp: '2026-11-23T06:30:00Z',
      }),
    )
    const found = await look(server, { since: '1h' })
    expect(namesIn(found)).toEqual(['prod', 'new'])
    expect(completeIn(found)).toEqual(['Kubernetes::Cluster'])
  })
})

describe('events', () => {
  test('are changes with their reason, message, source and severity', async () => {
    const server = await start()
    const { pod, node } = deployShop(server)
    server.put(eventAbout(pod, 'BackOff', 'pod.1'))
    server.put(eventAbout(node, 'NodeNotReady', 'node.1'))
    const changes = changesIn(await look(server))
    expect(changes).toMatchObject([
      {
        item: { externalId: uidIn(node), type: 'Kubernetes::Node' },
        type: 'NodeNotReady',
        severity: 'high',
      },
      {
        item: { externalId: uidIn(pod), type: 'Kubernetes::Pod' },
        type: 'BackOff',
        severity: 'high',
        summary: 'BackOff happened',
        source: 'kubelet',
        at: new Date('2026-11-23T06:30:00Z'),
        details: { count: 2 },
      },
    ])
    expect(new Set(changes.map(({ externalId }) => externalId)).size).toBe(2)
    expect(JSON.stringify(changes)).not.toContain('managedFields')
  })

  test('are left out and graded as the spec says', async () => {
    const server = await start()
    const { pod } = deployShop(server)
    for (const [index, reason] of ['Pulled', 'Created', 'Restocked', 'TillJam'].entries())
      server.put(eventAbout(pod, reason, `pod.${index}`))
    const event = {
      exclusions: { reason: ['Pul*'] },
      severityKeywords: { warn: ['restock'], error: ['jam'] },
    }
    expect(changesIn(await look(server, { event })).map(({ type, severity }) => [type, severity])).toEqual([
      ['Created', 'low'],
      ['Restocked', 'medium'],
      ['TillJam', 'high'],
    ])
    const excluded = { exclusions: { namespace: ['shop'] } }
    expect(changesIn(await look(server, { event: excluded }))).toEqual([])
    expect(changesIn(await look(server, excluded))).toEqual([])
  })
})

describe('what a look proves', () => {
  test('every type that was read to its end is complete, and all of them if nothing failed', async () => {
    const server = await start()
    const complete = completeIn(await look(server))
    expect(complete).toContain('Kubernetes::Pod')
    expect(complete).toContain('Kubernetes::Secret')
    expect(complete.at(-1)).toBe('*')
    expect(complete.filter((type) => type === 'Kubernetes::Pod')).toHaveLength(1)
  })

  test('a kind that is refused is a fault and not complete, and the others are', async () => {
    const server = await start()
    deployShop(server)
    server.refuse('/api/v1/secrets', { status: 403, message: 'secrets is forbidden' })
    const found = await look(server)
    expect(faultsIn(found)).toEqual([
      {
        kind: 'fault',
        message: '/api/v1/secrets?limit=200: status 403, expected 200: secrets is forbidden',
        type: 'Kubernetes::Secret',
        scope: 'prod',
      },
    ])
    expect(completeIn(found)).toContain('Kubernetes::Pod')
    expect(completeIn(found)).not.toContain('Kubernetes::Secret')
    expect(completeIn(found)).not.toContain('*')
    const allowed = await look(server, { allowIncomplete: true })
    expect(faultsIn(allowed)).toEqual([])
    expect(completeIn(allowed)).not.toContain('Kubernetes::Secret')
    expect(completeIn(allowed)).not.toContain('*')
  })

  test('the API gets 64 requests at once, unless the spec says otherwise [SPEC-036]', () => {
    const spec = { clusterName: 'shop' }
    expect(inFlight({ spec })).toBe(64)
    expect(inFlight({ spec: { ...spec, maxInflight: 8 } })).toBe(8)
  })

  test('a list that ends in the middle is a fault; what it showed stays', async () => {
    const server = await start()
    for (let index = 0; index < 450; index += 1)
      server.put(
        makeObject('v1', 'ConfigMap', `c${String(index).padStart(3, '0')}`, { namespace: 'default' }),
      )
    server.onPage = (path, begin) => {
      if (path === '/api/v1/configmaps' && begin > 0)
        server.refuse('/api/v1/configmaps', { status: 403, message: 'no longer' })
    }
    const found = await look(server, { maxInflight: 1 })
    expect(faultsIn(found)).toHaveLength(1)
    expect(itemsIn(found).filter(({ type }) => type === 'Kubernetes::ConfigMap')).toHaveLength(400)
    expect(completeIn(found)).not.toContain('Kubernetes::ConfigMap')
  })

  test.each([
    '<html>It works</html>',
    '{"kind":"Status"}',
    '{"items":',
    '[]',
    '{"kind":"PodList","items":[]}',
  ])('the answer %s in place of a list is a fault', async (body) => {
    const server = await start()
    server.replace('/api/v1/pods', body)
    const found = await look(server)
    expect(faultsIn(found)).toMatchObject([{ type: 'Kubernetes::Pod' }])
    expect(completeIn(found)).not.toContain('Kubernetes::Pod')
  })

  test('types of two groups are complete when both are, and show an object once', async () => {
    const server = await start()
    server.offer(customKind('extensions/v1beta1', 'Ingress', 'ingresses'))
    server.offer(customKind('networking.k8s.io/v1', 'Ingress', 'ingresses'))
    for (const version of ['extensions/v1beta1', 'networking.k8s.io/v1'])
      server.put(
        makeObject(version, 'Ingress', 'front', {
          namespace: 'default',
          uid: '6f9619ff-8b86-4011-b42d-00c04fc964ff',
        }),
      )
    const found = await look(server)
    expect(itemsIn(found).filter(({ type }) => type === 'Kubernetes::Ingress')).toHaveLength(1)
    expect(completeIn(found).filter((type) => type === 'Kubernetes::Ingress')).toHaveLength(1)
    server.refuse('/apis/extensions', { status: 403, message: 'no' })
    expect(completeIn(await look(server))).not.toContain('Kubernetes::Ingress')
  })

  test('an API group whose server does not answer is a fault, and nothing else is hurt', async () => {
    const server = await start({ aggregated: false })
    server.offer(customKind('metrics.example.com/v1', 'Meter', 'meters'))
    server.refuse('/apis/metrics.example.com/v1', { status: 503, message: 'unavailable' })
    const found = await scrapeForTest(
      scraper,
      run,
      { clusterName: 'prod', kubeconfig: server.kubeconfig() },
      { timeoutMilliseconds: 30_000 },
    )
    expect(faultsIn(found)).toMatchObject([{ type: 'metrics.example.com/v1', scope: 'prod' }])
    expect(completeIn(found)).toContain('Kubernetes::Pod')
    expect(completeIn(found)).not.toContain('*')
  })
})
