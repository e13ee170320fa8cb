import { type Fields, textAt, textsAt } from '@binnacle/health-rules/document'
import { isExcluded } from '../../patterns.ts'
import type { KubernetesSpec } from '../spec.ts'
import type { ObjectName } from './names.ts'

/** Objects that are left out, by any of their parts. */
export interface Exclusions {
  name?: readonly string[] | undefined
  kind?: readonly string[] | undefined
  namespace?: readonly string[] | undefined
  labels?: Readonly<Record<string, string>> | undefined
}

/** The exclusions of a spec. A plain list, as forms of other products write it, means names. */
export function exclusionsOf({ exclusions }: Pick<KubernetesSpec, 'exclusions'>): Exclusions {
  return Array.isArray(exclusions) ? { name: exclusions } : (exclusions ?? {})
}

/** Whether objects of a kind are left out, so that its list need not be read. */
export function excludesKind(exclusions: Exclusions, kind: string): boolean {
  return isExcluded(kind, exclusions.kind)
}

/** Whether an object is left out by its name. */
export function excludesName(exclusions: Exclusions, { kind, namespace, name }: ObjectName): boolean {
  // A namespace is left out with everything in it.
  const within = kind === 'Namespace' && namespace === '' ? name : namespace
  return (
    excludesKind(exclusions, kind) ||
    isExcluded(name, exclusions.name) ||
    (within !== '' && isExcluded(within, exclusions.namespace))
  )
}

/** Whether an object is left out by its labels. */
export function excludesLabels({ labels = {} }: Exclusions, object: Fields): boolean {
  const own = textsAt(object, 'metadata', 'labels')
  return Object.entries(labels).some(([key, pattern]) => {
    const value = own[key]
    return value !== undefined && (pattern === '' || isExcluded(value, [pattern]))
  })
}

/** Whether an event is left out by itself; the object that it is about is looked at apart. */
export function excludesEvent({ event }: Pick<KubernetesSpec, 'event'>, object: Fields): boolean {
  const { name, namespace, reason } = event?.exclusions ?? {}
  return (
    isExcluded(textAt(object, 'metadata', 'name') ?? '', name) ||
    isExcluded(textAt(object, 'metadata', 'namespace') ?? '', namespace) ||
    isExcluded(textAt(object, 'reason') ?? '', reason)
  )
}
