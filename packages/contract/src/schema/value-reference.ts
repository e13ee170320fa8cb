import { fail, type Result, succeed } from '../core/result.ts'

/** A reference to a value that is stored elsewhere. Source of its forms: decision 9 of the specification. */
export type ValueReference =
  | { kind: 'secret' | 'configmap'; name: string; key: string }
  /** A value of a Helm release in a cluster. `key` is its path in the values, such as `ingress.hosts[0].host`. */
  | { kind: 'helm'; name: string; key: string }
  /** A token of a service account in a cluster. */
  | { kind: 'serviceaccount'; name: string }
  | { kind: 'env'; name: string }
  | { kind: 'file'; path: string }

/** Where values with a name and a key are stored. */
export type KeyMapKind = 'secret' | 'configmap'

/** A reference as Kubernetes writes it in the environment of a container. */
export interface ValueFrom {
  secretKeyRef?: { name: string; key: string } | undefined
  configMapKeyRef?: { name: string; key: string } | undefined
  helmRef?: { name: string; key: string } | undefined
  serviceAccount?: string | undefined
}

const scheme = /^(secret|configmap|env|file|helm|serviceaccount):\/\//
const LONGEST_NAME = 253
const LONGEST_PATH = 1_000

/** Whether a text is a valid name of a Config Map, a Secret or a key. Allows capital letters, unlike Kubernetes. */
export function isKeyMapName(text: string): boolean {
  return (
    text.length <= LONGEST_NAME && /^[A-Za-z0-9._-]+$/.test(text) && text !== '.' && !text.startsWith('..')
  )
}

/** The problem of a name or a key; undefined if it is valid. */
export function keyMapNameProblem(what: string, text: string): string | undefined {
  return isKeyMapName(text)
    ? undefined
    : `The ${what} has letters, digits, dots, - and _ only, at most ${LONGEST_NAME}, and does not begin with two dots`
}

/** The problem of a path in the values of a Helm release; undefined if it is valid. */
export function helmKeyProblem(key: string): string | undefined {
  return key.length > 0 && key.length <= LONGEST_PATH && !/\p{Cc}/u.test(key)
    ? undefined
    : `The key is the path of a value of the release, such as ingress.hosts[0].host, in at most ${LONGEST_PATH} characters`
}

const variableName = /^[A-Za-z_][A-Za-z0-9_]*$/

function readKeyMapEntry(kind: KeyMapKind, rest: string): Result<ValueReference, string> {
  const [name = '', key, ...more] = rest.split('/')
  if (key === undefined || more.length > 0) return fail(`write ${kind}://name/key`)
  const problem = keyMapNameProblem('name', name) ?? keyMapNameProblem('key', key)
  return problem === undefined ? succeed({ kind, name, key }) : fail(`write ${kind}://name/key. ${problem}`)
}

function readHelm(rest: string): Result<ValueReference, string> {
  const slash = rest.indexOf('/')
  const [name, key] = [rest.slice(0, Math.max(slash, 0)), rest.slice(slash + 1)]
  const problem = slash === -1 ? '' : (keyMapNameProblem('name', name) ?? helmKeyProblem(key))
  if (problem === undefined) return succeed({ kind: 'helm', name, key })
  return fail(`write helm://release/path${problem === '' ? '' : `. ${problem}`}`)
}

function readServiceAccount(name: string): Result<ValueReference, string> {
  const problem = keyMapNameProblem('name', name)
  return problem === undefined
    ? succeed({ kind: 'serviceaccount', name })
    : fail(`write serviceaccount://name. ${problem}`)
}

function readFilePath(path: string): Result<ValueReference, string> {
  if (path === '' || path.length > LONGEST_PATH || /\p{Cc}/u.test(path)) return fail('write file://path')
  return path.split('/').includes('..')
    ? fail('a path of file:// has no ".." in it')
    : succeed({ kind: 'file', path })
}

/**
 * Parses secret://name/key, configmap://name/key, helm://release/path, serviceaccount://name, env://NAME and file://path.
 * @returns undefined for a text with another scheme; the problem of a malformed reference
 */
export function readValueReference(text: string): Result<ValueReference, string> | undefined {
  const match = scheme.exec(text)
  if (match === null) return undefined
  const rest = text.slice(match[0].length)
  switch (match[1]) {
    case 'secret':
    case 'configmap':
      return readKeyMapEntry(match[1], rest)
    case 'helm':
      return readHelm(rest)
    case 'serviceaccount':
      return readServiceAccount(rest)
    case 'env':
      return variableName.test(rest) ? succeed({ kind: 'env', name: rest }) : fail('write env://NAME')
    default:
      return readFilePath(rest)
  }
}

/** Whether a text is a complete reference. */
export function namesValue(text: string): boolean {
  return readValueReference(text)?.ok === true
}

/** The short form of a reference. */
export function writeValueReference(reference: ValueReference): string {
  switch (reference.kind) {
    case 'env':
      return `env://${reference.name}`
    case 'file':
      return `file://${reference.path}`
    case 'serviceaccount':
      return `serviceaccount://${reference.name}`
    default:
      return `${reference.kind}://${reference.name}/${reference.key}`
  }
}

/** Parses `valueFrom`. @returns undefined if it names nothing */
export function readValueFrom(from: ValueFrom): ValueReference | undefined {
  if (from.secretKeyRef !== undefined) return { kind: 'secret', ...from.secretKeyRef }
  if (from.configMapKeyRef !== undefined) return { kind: 'configmap', ...from.configMapKeyRef }
  if (from.helmRef !== undefined) return { kind: 'helm', ...from.helmRef }
  return from.serviceAccount === undefined ? undefined : { kind: 'serviceaccount', name: from.serviceAccount }
}

/** Writes `valueFrom` for a value with a name and a key. */
export function writeValueFrom(kind: KeyMapKind, place: { name: string; key: string }): ValueFrom {
  return kind === 'secret' ? { secretKeyRef: place } : { configMapKeyRef: place }
}
