import { fail, type Result, succeed } from './result.ts'

/** Names a value that is kept elsewhere, in place of the value itself. Source of the forms: decision 9 of the specification. */
export type ValueReference =
  | { kind: 'secret' | 'configmap'; name: string; key: string }
  | { kind: 'env'; name: string }
  | { kind: 'file'; path: string }

/** The places where a value by name and key is kept. */
export type KeptKind = Extract<ValueReference, { key: string }>['kind']

/** As Kubernetes has them in a container's environment: a value, or where it is kept. */
export interface ValueFrom {
  secretKeyRef?: { name: string; key: string } | undefined
  configMapKeyRef?: { name: string; key: string } | undefined
}

const scheme = /^(secret|configmap|env|file|helm|serviceaccount):\/\//
const LONGEST_NAME = 253
const LONGEST_PATH = 1_000

/** Whether a text may name a Config Map, a Secret or a key in one: what Kubernetes allows, and capital letters. */
export function isKeptName(text: string): boolean {
  return (
    text.length <= LONGEST_NAME && /^[A-Za-z0-9._-]+$/.test(text) && text !== '.' && !text.startsWith('..')
  )
}

/** What is wrong with a name or a key; undefined for a good one. */
export function keptNameProblem(what: string, text: string): string | undefined {
  return isKeptName(text)
    ? undefined
    : `The ${what} has letters, digits, dots, - and _ only, at most ${LONGEST_NAME}, and does not begin with two dots`
}

const variableName = /^[A-Za-z_][A-Za-z0-9_]*$/

function readKept(kind: KeptKind, rest: string): Result<ValueReference, string> {
  const [name = '', key, ...more] = rest.split('/')
  if (key === undefined || more.length > 0) return fail(`write ${kind}://name/key`)
  const problem = keptNameProblem('name', name) ?? keptNameProblem('key', key)
  return problem === undefined ? succeed({ kind, name, key }) : fail(`write ${kind}://name/key. ${problem}`)
}

function readFilePath(path: string): Result<ValueReference, string> {
  if (path === '' || path.length > LONGEST_PATH || /\p{Cc}/u.test(path)) return fail('write file://path')
  return path.split('/').includes('..')
    ? fail('a path of file:// has no ".." in it')
    : succeed({ kind: 'file', path })
}

/**
 * Reads secret://name/key, configmap://name/key, env://NAME and file://path.
 * @returns undefined for a text that means none of them; what is wrong for one that does
 */
export function readValueReference(text: string): Result<ValueReference, string> | undefined {
  const match = scheme.exec(text)
  if (match === null) return undefined
  const rest = text.slice(match[0].length)
  switch (match[1]) {
    case 'secret':
    case 'configmap':
      return readKept(match[1], rest)
    case 'env':
      return variableName.test(rest) ? succeed({ kind: 'env', name: rest }) : fail('write env://NAME')
    case 'file':
      return readFilePath(rest)
    default:
      return fail(`${match[0]} cannot be read here; write secret://name/key or configmap://name/key`)
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
    default:
      return `${reference.kind}://${reference.name}/${reference.key}`
  }
}

/** The reference in `valueFrom`. @returns undefined where it names nothing */
export function readValueFrom({ secretKeyRef, configMapKeyRef }: ValueFrom): ValueReference | undefined {
  if (secretKeyRef !== undefined) return { kind: 'secret', ...secretKeyRef }
  return configMapKeyRef === undefined ? undefined : { kind: 'configmap', ...configMapKeyRef }
}

/** `valueFrom` for a value that is kept under a name and a key. */
export function writeValueFrom(kind: KeptKind, place: { name: string; key: string }): ValueFrom {
  return kind === 'secret' ? { secretKeyRef: place } : { configMapKeyRef: place }
}
