import { isRecord, own, recordOf } from '../../values.ts'
import { textAt } from './shape.ts'

/** What of `metadata` people write; the cluster adds the rest. */
const writtenMetadata = new Set(['name', 'namespace', 'labels', 'annotations'])

type Defaults = Readonly<Record<string, unknown>>

/** What the cluster fills in where nothing is written. Source: Kubernetes API reference. */
const podDefaults: Defaults = {
  dnsPolicy: 'ClusterFirst',
  enableServiceLinks: true,
  restartPolicy: 'Always',
  schedulerName: 'default-scheduler',
  terminationGracePeriodSeconds: 30,
}
const containerDefaults: Defaults = {
  imagePullPolicy: 'Always',
  terminationMessagePath: '/dev/termination-log',
  terminationMessagePolicy: 'File',
}
const portDefaults: Defaults = { protocol: 'TCP' }
const serviceDefaults: Defaults = { sessionAffinity: 'None', type: 'ClusterIP' }
/** Set when a pod is scheduled, and the deprecated name of serviceAccountName. */
const scheduled = new Set(['nodeName', 'serviceAccount'])
/** Volumes that the cluster mounts for the account of a pod. */
const accountVolume = /^(default-token|kube-api-access)-/

const isAccountVolume = (value: unknown) => accountVolume.test(textAt(value, 'name'))

function without(value: unknown, defaults: Defaults): unknown {
  if (!isRecord(value)) return value
  return recordOf(
    Object.entries(value).filter(([key, item]) => !(Object.hasOwn(defaults, key) && defaults[key] === item)),
  )
}

function mapped(value: unknown, keys: readonly string[], change: (value: unknown) => unknown): unknown {
  if (!isRecord(value)) return value
  return recordOf(
    Object.entries(value).map(([key, item]) => [key, keys.includes(key) ? change(item) : item] as const),
  )
}

const each = (change: (value: unknown) => unknown) => (value: unknown) =>
  Array.isArray(value) ? value.map(change) : value

function neatContainer(container: unknown): unknown {
  const ports = mapped(
    without(container, containerDefaults),
    ['ports'],
    each((port) => without(port, portDefaults)),
  )
  return mapped(ports, ['volumeMounts'], (mounts) =>
    Array.isArray(mounts) ? mounts.filter((mount) => !isAccountVolume(mount)) : mounts,
  )
}

function neatPod(spec: unknown): unknown {
  if (!isRecord(spec)) return spec
  const kept = recordOf(Object.entries(spec).filter(([key]) => !scheduled.has(key)))
  const volumes = mapped(without(kept, podDefaults), ['volumes'], (all) =>
    Array.isArray(all) ? all.filter((volume) => !isAccountVolume(volume)) : all,
  )
  return mapped(volumes, ['containers', 'initContainers', 'ephemeralContainers'], each(neatContainer))
}

function neatServicePort(port: unknown): unknown {
  const kept = without(port, portDefaults)
  if (!isRecord(kept) || kept['targetPort'] !== kept['port']) return kept
  return recordOf(Object.entries(kept).filter(([key]) => key !== 'targetPort'))
}

function neatSpec(kind: string, spec: unknown): unknown {
  if (kind === 'Pod') return neatPod(spec)
  if (kind === 'Service') return mapped(without(spec, serviceDefaults), ['ports'], each(neatServicePort))
  // Workloads have the spec of their pods in a template, jobs of a schedule one level further in.
  return mapped(spec, ['template', 'jobTemplate'], (template) =>
    mapped(mapped(template, ['metadata'], neatMetadata), ['spec'], (inner) =>
      isRecord(own(inner, 'template')) ? neatSpec(kind, inner) : neatPod(inner),
    ),
  )
}

function neatMetadata(metadata: unknown): unknown {
  if (!isRecord(metadata)) return metadata
  const kept = recordOf(Object.entries(metadata).filter(([key]) => writtenMetadata.has(key)))
  return mapped(kept, ['annotations'], (annotations) =>
    recordOf(
      Object.entries(isRecord(annotations) ? annotations : {}).filter(
        ([key]) => !key.startsWith('kubectl.kubernetes.io/'),
      ),
    ),
  )
}

const isEmpty = (value: unknown) =>
  value === null ||
  (Array.isArray(value) ? value.length === 0 : isRecord(value) && Object.keys(value).length === 0)

/** Without objects and lists that are, or become, empty. */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty)
  if (!isRecord(value)) return value
  return recordOf(
    Object.entries(value)
      .map(([key, item]) => [key, withoutEmpty(item)] as const)
      .filter(([, item]) => !isEmpty(item)),
  )
}

/** An object of Kubernetes as a person would have written it: without status, identifiers, defaults and what is empty. */
export function neat(object: unknown): unknown {
  if (!isRecord(object)) return object
  const kind = textAt(object, 'kind')
  const kept = recordOf(Object.entries(object).filter(([key]) => key !== 'status'))
  return withoutEmpty(
    mapped(mapped(kept, ['metadata'], neatMetadata), ['spec'], (spec) => neatSpec(kind, spec)),
  )
}
