import { fail, type Result, succeed } from '@binnacle/contract/core'
import type { KeyMapKind, ValueReference } from '@binnacle/contract/schema'
import { type Clock, endsWithin } from '../clock.ts'
import type { ReferenceSettings } from '../configuration.ts'
import type { FileProcesses } from '../files/index.ts'
import type { Cluster } from './cluster/index.ts'
import { createKeyMapFolder, type FileText, type KeyMaps, type ReadBelow, readerOf } from './folder.ts'

/**
 * Reads referenced values, where and when a run needs them. Who may write checks can send a value anywhere, so the operator
 * decides by settings what a check may read; without them nothing can be read. Kubernetes, Docker, systemd's credentials
 * and a plain host can all give a folder, which needs no right to the API of a cluster.
 */
export interface References {
  /**
   * @param namespace of Config Maps and Secrets
   * @returns the current value, or why it cannot be read
   */
  read(reference: ValueReference, namespace: string): Promise<Result<string, string>>
}

/**
 * Milliseconds. A folder on a disk that does not answer must not block a check for ever. Source: the lookup of
 * comparable platforms.
 */
const LONGEST = 5_000

const kinds: Readonly<Record<KeyMapKind, { title: string; setting: string }>> = {
  secret: { title: 'secret', setting: 'SECRETS_DIR' },
  configmap: { title: 'Config Map', setting: 'CONFIG_MAPS_DIR' },
}

function placesOf(
  settings: ReferenceSettings,
  readBelow: ReadBelow,
  cluster: Cluster | undefined,
): Readonly<Record<KeyMapKind, readonly KeyMaps[]>> {
  const folder = (kind: KeyMapKind, path: string | undefined) => [
    ...(path === undefined ? [] : [createKeyMapFolder(path, readBelow)]),
    // Mounted folders take precedence over the cluster.
    ...(cluster === undefined ? [] : [cluster.kept(kind)]),
  ]
  return {
    secret: folder('secret', settings.secretsFolder),
    configmap: folder('configmap', settings.configMapsFolder),
  }
}

const NO_CLUSTER = 'as KUBERNETES_CLUSTER is not set'

/**
 * Creates the reader of secret://, configmap://, helm://, serviceaccount://, env:// and file://. Without settings it
 * reads nothing.
 * @param processes that read files
 * @param cluster if one is configured
 */
export function createReferences(
  settings: ReferenceSettings,
  clock: Clock,
  processes: FileProcesses,
  cluster?: Cluster,
): References {
  const readBelow = readerOf(processes)
  const places = placesOf(settings, readBelow, cluster)

  async function readKeyMapEntry(
    { kind, name, key }: Extract<ValueReference, { kind: KeyMapKind }>,
    namespace: string,
    signal: AbortSignal,
  ): Promise<Result<string, string>> {
    const { title, setting } = kinds[kind]
    if (places[kind].length === 0)
      return fail(`no ${title} can be read, as neither ${setting} nor KUBERNETES_CLUSTER is set`)
    for (const place of places[kind]) {
      const text = await place.read({ name, key }, namespace, signal)
      if (text?.ok === false) return fail(`the key "${key}" of the ${title} "${name}": ${text.failure}`)
      if (text !== undefined) return text
    }
    return fail(`there is no ${title} "${name}" with the key "${key}" for the namespace "${namespace}"`)
  }

  async function readHelm(
    place: Extract<ValueReference, { kind: 'helm' }>,
    namespace: string,
    signal: AbortSignal,
  ): Promise<Result<string, string>> {
    if (cluster === undefined) return fail(`no Helm release can be read, ${NO_CLUSTER}`)
    const text = await cluster.helmValue(place, namespace, signal)
    if (text === undefined)
      return fail(`there is no deployed Helm release "${place.name}" in the namespace "${namespace}"`)
    return text.ok ? text : fail(`the Helm release "${place.name}": ${text.failure}`)
  }

  async function readToken(
    name: string,
    namespace: string,
    signal: AbortSignal,
  ): Promise<Result<string, string>> {
    if (cluster === undefined) return fail(`no token of a service account can be had, ${NO_CLUSTER}`)
    const text = await cluster.token(name, namespace, signal)
    if (text === undefined)
      return fail(`there is no service account "${name}" in the namespace "${namespace}"`)
    return text.ok ? text : fail(`the service account "${name}": ${text.failure}`)
  }

  function readVariable(name: string): Result<string, string> {
    const value = settings.variables.get(name)
    return value === undefined
      ? fail(`there is no environment variable "${name}" that SECRET_VARIABLES lets checks read`)
      : succeed(value)
  }

  async function readFile(path: string, signal: AbortSignal): Promise<Result<string, string>> {
    if (settings.filesFolder === undefined) return fail('no file can be read, as SECRET_FILES_DIR is not set')
    const text: FileText = await readBelow(settings.filesFolder, path, signal)
    if (text === undefined) return fail(`there is no file "${path}"`)
    return text.ok ? text : fail(`the file "${path}": ${text.failure}`)
  }

  async function read(
    reference: ValueReference,
    namespace: string,
    signal: AbortSignal,
  ): Promise<Result<string, string>> {
    switch (reference.kind) {
      case 'env':
        return readVariable(reference.name)
      case 'file':
        return readFile(reference.path, signal)
      case 'helm':
        return readHelm(reference, namespace, signal)
      case 'serviceaccount':
        return readToken(reference.name, namespace, signal)
      default:
        return readKeyMapEntry(reference, namespace, signal)
    }
  }

  return {
    async read(reference, namespace) {
      const patience = new AbortController()
      const reading = read(reference, namespace, patience.signal)
      if (await endsWithin(clock, LONGEST, reading)) return reading
      patience.abort()
      return fail(`the place where it is kept did not answer within ${LONGEST / 1_000} s`)
    },
  }
}
