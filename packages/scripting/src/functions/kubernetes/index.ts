import { ScriptFailure } from '../../failure.ts'
import { dig, isRecord, own, recordOf, sortedJson } from '../../values.ts'
import { define } from '../definition.ts'
import { asStruct } from '../go-struct.ts'
import { readDocument, yamlText } from '../json.ts'
import { quantity } from '../numbers.ts'
import { text } from '../take.ts'
import { objectHealth } from './health.ts'
import { neat } from './neat.ts'
import { condition, listAt, textAt } from './shape.ts'

/** Sums a resource over the containers of a pod, or of a template of pods. */
function resources(object: unknown, kind: 'limits' | 'requests', resource: string): number {
  const pod = listAt(object, 'spec', 'containers')
  const containers = pod.length > 0 ? pod : listAt(object, 'spec', 'template', 'spec', 'containers')
  return containers.reduce<number>(
    (sum, container) => sum + quantity(dig(container, 'resources', kind, resource)),
    0,
  )
}

function millicores(value: unknown): bigint {
  return BigInt(Math.round(quantity(value) * 1_000))
}

/** An object from itself, from what holds it as `Object`, or from its text as JSON or YAML. */
function objectOf(value: unknown): unknown {
  const read = typeof value === 'string' || value instanceof Uint8Array ? readDocument(value) : value
  const inner = own(read, 'Object')
  return isRecord(inner) ? inner : read
}

function podProperties(pod: unknown): Record<string, unknown>[] {
  return [
    { name: 'image', text: textAt(pod, 'spec', 'containers', 0, 'image') },
    {
      name: 'cpu',
      max: millicores(resources(pod, 'limits', 'cpu')),
      min: millicores(resources(pod, 'requests', 'cpu')),
      unit: 'millicores',
      headline: true,
    },
    {
      name: 'memory',
      max: BigInt(resources(pod, 'limits', 'memory')),
      min: BigInt(resources(pod, 'requests', 'memory')),
      unit: 'bytes',
      headline: true,
    },
    { name: 'node', text: textAt(pod, 'spec', 'nodeName') },
    { name: 'created_at', text: textAt(pod, 'metadata', 'creationTimestamp') },
    { name: 'namespace', text: textAt(pod, 'metadata', 'namespace') },
  ]
}

function nodeProperties(node: unknown): Record<string, unknown>[] {
  const allocatable = (resource: string) => dig(node, 'status', 'allocatable', resource)
  return [
    { name: 'cpu', max: millicores(allocatable('cpu')), unit: 'millicores', headline: true },
    { name: 'memory', max: BigInt(quantity(allocatable('memory'))), unit: 'bytes', headline: true },
    {
      name: 'ephemeral-storage',
      max: BigInt(quantity(allocatable('ephemeral-storage'))),
      unit: 'bytes',
      headline: true,
    },
    { name: 'zone', text: textAt(node, 'metadata', 'labels', 'topology.kubernetes.io/zone') },
  ]
}

export const kubernetesFunctions = [
  define(
    'k8s.isHealthy(object: any): bool',
    'Whether an object of Kubernetes, or its text as JSON or YAML, is healthy by the rules of its kind.',
    {
      cel: ['k8s.isHealthy(pod)', 'true'],
      template: ['{{ isHealthy .pod }}', 'true'],
      javascript: ['k8s.isHealthy(pod)', 'true'],
    },
    ([object], { now }) => objectHealth(objectOf(object), now).health === 'healthy',
    { also: ['isHealthy', 'k8s.is_healthy', 'IsHealthy'] },
  ),
  define(
    'k8s.getHealth(object: any): map',
    'Health of an object of Kubernetes: health, status, message, ready, ok.',
    { cel: ['k8s.getHealth(pod).health', 'healthy'], template: ['{{ (getHealth .pod).Status }}', 'Running'] },
    ([object], { now }) => {
      const health = objectHealth(objectOf(object), now)
      return asStruct({ ...health, ok: health.health === 'healthy' })
    },
    { also: ['getHealth', 'k8s.get_health', 'GetHealth'] },
  ),
  define(
    'k8s.getStatus(object: any): string',
    'The state of an object of Kubernetes in a word or two.',
    { cel: ['k8s.getStatus(pod)', 'Running'] },
    ([object], { now }) => objectHealth(objectOf(object), now).status,
    { also: ['getStatus', 'k8s.get_status', 'GetStatus'] },
  ),
  define(
    'k8s.isReady(object: any): bool',
    'Whether an object of Kubernetes has become what it was asked to be.',
    { cel: ['k8s.isReady(pod)', 'true'] },
    ([object], { now }) => objectHealth(objectOf(object), now).ready,
    { also: ['isReady', 'k8s.is_ready', 'IsReady'] },
  ),
  define(
    'k8s.getMessage(object: any): string',
    'What explains the health of an object of Kubernetes.',
    {
      cel: [
        'k8s.getMessage({"kind": "Node", "status": {"conditions": [{"type": "Ready", "status": "False", "message": "disk is full"}]}})',
        'disk is full',
      ],
    },
    ([object], { now }) => objectHealth(objectOf(object), now).message,
  ),
  define(
    'k8s.conditions.isReady(object: map): bool',
    'Whether the Ready condition of an object is true.',
    { javascript: ['k8s.conditions.isReady(pod)', 'true'] },
    ([object]) => condition(object, 'Ready')?.status === 'True',
    { only: ['javascript', 'template'] },
  ),
  define(
    'k8s.conditions.getMessage(object: map): string',
    'The message of the Ready condition of an object.',
    {
      javascript: [
        'k8s.conditions.getMessage({status: {conditions: [{type: "Ready", message: "all well"}]}})',
        'all well',
      ],
    },
    ([object]) => condition(object, 'Ready')?.message ?? '',
    { only: ['javascript', 'template'] },
  ),
  define(
    'k8s.conditions.getError(object: map): string',
    'Messages of all conditions of an object that are not true.',
    {
      javascript: [
        'k8s.conditions.getError({status: {conditions: [{type: "Ready", status: "False", message: "no disk"}]}})',
        'no disk',
      ],
    },
    ([object]) =>
      listAt(object, 'status', 'conditions')
        .filter((each) => textAt(each, 'status') === 'False')
        .map((each) => textAt(each, 'message'))
        .filter((message) => message !== '')
        .join(', '),
    { only: ['javascript', 'template'] },
  ),
  define(
    'k8s.cpuAsMillicores(quantity: any): int',
    'Processor time in thousandths.',
    { cel: ['k8s.cpuAsMillicores("1.5")', '1500'] },
    ([value]) => millicores(value),
  ),
  define(
    'k8s.memoryAsBytes(quantity: any): int',
    'Memory in bytes.',
    { cel: ['k8s.memoryAsBytes("128Mi")', '134217728'] },
    ([value]) => BigInt(Math.trunc(quantity(value))),
  ),
  define(
    'k8s.labels(object: map): map',
    'Labels of an object and its namespace, without those of the template hash.',
    { cel: ['k8s.labels(pod).app', 'shop'] },
    ([object]) => {
      const labels = dig(object, 'metadata', 'labels')
      const kept = Object.entries(isRecord(labels) ? labels : {}).filter(([key]) => !key.endsWith('-hash'))
      const namespace = textAt(object, 'metadata', 'namespace')
      return recordOf(namespace === '' ? kept : [...kept, ['namespace', namespace] as const])
    },
  ),
  define(
    'k8s.getResourcesRequests(object: map, resource: string): any',
    'What all containers of an object ask for: processor time in thousandths, memory in bytes.',
    { cel: ['k8s.getResourcesRequests(pod, "memory")', '67108864'] },
    ([object, resource]) => amount(object, 'requests', text(resource)),
  ),
  define(
    'k8s.getResourcesLimit(object: map, resource: string): any',
    'What all containers of an object may use: processor time in thousandths, memory in bytes.',
    { cel: ['k8s.getResourcesLimit(pod, "cpu")', '500'] },
    ([object, resource]) => amount(object, 'limits', text(resource)),
    { also: ['k8s.getResourcesLimits'] },
  ),
  define(
    'k8s.podProperties(pod: map): list',
    'Image, processor time, memory, node and age of a pod as properties of a component.',
    { cel: ['k8s.podProperties(pod)[0].text', 'shop:1.2'] },
    ([pod]) => podProperties(pod),
  ),
  define(
    'k8s.nodeProperties(node: map): list',
    'Processor time, memory, storage and zone of a node as properties of a component.',
    { cel: ['k8s.nodeProperties({"status": {"allocatable": {"cpu": "2"}}})[0].max', '2000'] },
    ([node]) => nodeProperties(node),
  ),
  define(
    'k8s.neat(object: any, format?: string): string',
    'An object, or its text, as a person would have written it: without status, identifiers, defaults. JSON, or "yaml".',
    {
      cel: [
        'k8s.neat({"kind": "Pod", "metadata": {"name": "a", "uid": "1"}, "status": {"phase": "Running"}})',
        '{"kind":"Pod","metadata":{"name":"a"}}',
      ],
    },
    ([object, format], { budget }) => {
      const tidy = sortedJson(neat(objectOf(object)), budget)
      if (format === 'yaml') return yamlText(tidy)
      if (format === undefined || format === 'json') return JSON.stringify(tidy)
      throw new ScriptFailure('arguments', `expected "json" or "yaml", got ${JSON.stringify(format)}`)
    },
  ),
]

function amount(object: unknown, kind: 'limits' | 'requests', resource: string): bigint {
  const sum = resources(object, kind, resource)
  return resource === 'cpu' ? millicores(sum) : BigInt(Math.round(sum))
}
