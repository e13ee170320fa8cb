import { fail, type KeptKind, type Result, succeed, type ValueReference } from '@binnacle/contract'
import { type Clock, endsWithin } from '../clock.ts'
import type { ReferenceSettings } from '../configuration.ts'
import type { FileProcesses } from '../files/index.ts'
import { createKeptFolder, type FileText, type KeptValues, type ReadBelow, readerOf } from './folder.ts'

/** Looks up values that are kept elsewhere than in the database. */
export interface References {
  /**
   * @param namespace that counts for Config Maps and Secrets
   * @returns the value as it is now, or why there is none
   */
  read(reference: ValueReference, namespace: string): Promise<Result<string, string>>
}

/** A folder on a disk that does not answer must not hold a check for ever. Source: the lookup of comparable platforms. */
const LONGEST = 5_000

const kinds: Readonly<Record<KeptKind, { title: string; setting: string }>> = {
  secret: { title: 'secret', setting: 'SECRETS_DIR' },
  configmap: { title: 'Config Map', setting: 'CONFIG_MAPS_DIR' },
}

function placesOf(
  settings: ReferenceSettings,
  readBelow: ReadBelow,
): Readonly<Record<KeptKind, readonly KeptValues[]>> {
  const folder = (kind: KeptKind, path: string | undefined) =>
    path === undefined ? [] : [createKeptFolder(path, kind, readBelow)]
  return {
    secret: folder('secret', settings.secretsFolder),
    configmap: folder('configmap', settings.configMapsFolder),
  }
}

/**
 * Makes what reads secret://, configmap://, env:// and file://. Without settings it reads nothing.
 * @param processes read the files
 */
export function createReferences(
  settings: ReferenceSettings,
  clock: Clock,
  processes: FileProcesses,
): References {
  const readBelow = readerOf(processes)
  const places = placesOf(settings, readBelow)

  async function readKept(
    { kind, name, key }: Extract<ValueReference, { key: string }>,
    namespace: string,
    signal: AbortSignal,
  ): Promise<Result<string, string>> {
    const { title, setting } = kinds[kind]
    if (places[kind].length === 0) return fail(`no ${title} can be read, as ${setting} is not set`)
    for (const place of places[kind]) {
      const text = await place.read({ name, key }, namespace, signal)
      if (text !== undefined) return text
    }
    return fail(`there is no ${title} "${name}" with the key "${key}" for the namespace "${namespace}"`)
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
      default:
        return readKept(reference, namespace, signal)
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
