import { posix } from 'node:path'
import { textAt, textsAt } from '@binnacle/health-rules/document'
import type { RunScraper, ScrapeOutput, ScrapeContext } from '@binnacle/plugin-kit/scrapers'
import { type DocumentFormat, documentsOf } from '@binnacle/clients/documents/read'
import { fault, UNRESOLVED } from '../faults.ts'
import { accessReader } from '@binnacle/clients/kubernetes/access'
import { type Api, createApi } from '@binnacle/clients/kubernetes/client'
import { execute } from '@binnacle/clients/kubernetes/exec'
import { typeOf } from '../kubernetes/objects/names.ts'
import { findPods, type OwnedPod } from './pods.ts'
import type { KubernetesFileSpec } from './spec.ts'

const TYPE = 'File'
/** Bytes. Configuration is far smaller. */
const LARGEST_FILE = 8_388_608
const IN_FLIGHT = 8

/** The partition of the files of a spec: what it looks for. */
function scopeOf({ selector }: KubernetesFileSpec): string {
  const { namespace, kind = 'Pod', name, labelSelector, fieldSelector } = selector
  return [namespace, kind, name ?? [labelSelector, fieldSelector].filter(Boolean).join(';')].join('/')
}

interface Place extends OwnedPod {
  path: string
  format: DocumentFormat | undefined
}

/** Reads one file in a pod. */
async function readFile(
  { pod, kind, owner, path, format }: Place,
  { spec, api, context }: { spec: KubernetesFileSpec; api: Api; context: ScrapeContext },
): Promise<ScrapeOutput> {
  const { namespace } = spec.selector
  const scope = scopeOf(spec)
  const name = textAt(pod, 'metadata', 'name') ?? ''
  const where = `${namespace}/${name}: ${path}`
  const missing = (message: string) => fault(`${where}: ${message}`, { type: TYPE, scope })
  const read = await execute(
    api,
    // What follows the two dashes is no option, whatever it begins with.
    { namespace, pod: name, container: spec.container, words: ['cat', '--', path] },
    { most: LARGEST_FILE, signal: context.signal, userAgent: context.userAgent },
  )
  if (!read.ok) return missing(context.redact(read.failure))
  const documents = await documentsOf({ text: read.value.toString('utf8'), format: format ?? 'raw' }, context)
  if (!documents.ok) return missing(documents.failure)
  const [first = null, ...others] = documents.value
  const labels = Object.entries(textsAt(pod, 'metadata', 'labels')).filter(([key]) => !key.endsWith('-hash'))
  return {
    kind: 'item',
    config: others.length === 0 ? first : [first, ...others],
    externalId: `${namespace}/${kind}/${owner}/${path.replace(/^\//, '')}`,
    name: posix.basename(path),
    type: TYPE,
    scope,
    source: where,
    labels: { ...Object.fromEntries(labels), namespace, pod: name },
    tags: { namespace },
    parents: [
      {
        externalId: `Kubernetes/${kind}/${namespace}/${owner}`,
        type: typeOf(kind === 'Pod' ? 'v1' : 'apps/v1', kind),
      },
    ],
  }
}

export const run: RunScraper<KubernetesFileSpec> = async function* (spec, context) {
  const scope = scopeOf(spec)
  const missing = (message: string) => fault(message, { type: TYPE, scope })
  if (spec.connection !== undefined) {
    yield missing(UNRESOLVED)
    return
  }
  const access = accessReader(spec.kubeconfig, context)
  const chosen = await access()
  if (!chosen.ok) {
    yield missing(chosen.failure)
    return
  }
  const api = createApi(access, IN_FLIGHT, context)
  try {
    let isComplete = true
    for (const found of await findPods(api, spec)) {
      if (!found.ok) {
        isComplete = false
        yield missing(found.failure)
        continue
      }
      for (const { path: paths, format } of spec.files)
        for (const path of paths) {
          if (context.signal.aborted) return
          const read = await readFile({ ...found.value, path, format }, { spec, api, context })
          isComplete &&= read.kind !== 'fault'
          yield read
        }
    }
    if (isComplete) yield { kind: 'complete', type: TYPE, scope }
  } finally {
    api.close()
  }
}
