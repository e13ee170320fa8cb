import { dig } from '../../values.ts'

/** Rules after the status fields that the Kubernetes API, cert-manager, Flux and Argo CD document. */
export interface ObjectHealth {
  health: 'healthy' | 'warning' | 'unhealthy' | 'unknown'
  /** One or two words, as people say it: Running, CrashLoopBackOff, Scaled to Zero. */
  status: string
  message: string
  /** Whether it has become what it was asked to be. */
  ready: boolean
}

export type HealthRule = (object: unknown, now: Date) => ObjectHealth

export function healthOf(
  health: ObjectHealth['health'],
  status: string,
  options: { message?: string; ready?: boolean } = {},
): ObjectHealth {
  return { health, status, message: options.message ?? '', ready: options.ready ?? health === 'healthy' }
}

export interface Condition {
  status: string
  reason: string
  message: string
}

export function textAt(value: unknown, ...path: readonly (string | number)[]): string {
  const found = dig(value, ...path)
  return typeof found === 'string' ? found : ''
}

export function numberAt(value: unknown, ...path: readonly (string | number)[]): number | undefined {
  const found = dig(value, ...path)
  return typeof found === 'number' ? found : typeof found === 'bigint' ? Number(found) : undefined
}

export function listAt(value: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const found = dig(value, ...path)
  return Array.isArray(found) ? found : []
}

/** A condition of `status.conditions` by its type. */
export function condition(object: unknown, type: string): Condition | undefined {
  const found = listAt(object, 'status', 'conditions').find((each) => textAt(each, 'type') === type)
  if (found === undefined) return undefined
  return {
    status: textAt(found, 'status'),
    reason: textAt(found, 'reason'),
    message: textAt(found, 'message'),
  }
}
