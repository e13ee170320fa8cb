import type { Severity } from '@binnacle/contract/health'
import type { Json } from '@binnacle/plugin-kit/core'
import { definePort } from '../../platform/port.ts'

/** The canary of a source that pushes results. Nobody edits it. */
export interface PushedCanary {
  name: string
  /** The part of the product that takes the results. Canaries of different sources may have the same name. */
  source: string
}

/** A check with a result that another system found. */
export interface PushedCheck {
  /** Unique among the checks of the type in the canary. */
  name: string
  /** Default: that of the canary. */
  namespace: string | undefined
  description: string | undefined
  icon: string | undefined
  endpoint: string | undefined
  labels: Readonly<Record<string, string>>
  severity: Severity | undefined
  state: 'healthy' | 'unhealthy'
  /** Why it is unhealthy, or what is known of it. */
  text: string
  details: Readonly<Record<string, Json>>
}

/** Records results that other systems push, with the history and the events that every check has. */
export interface PushedChecks {
  /**
   * Finds the canary of a source, or creates it.
   * @returns its id
   */
  keepCanary(canary: PushedCanary): Promise<string>
  /** Takes a canary out of use that has no checks in use any more. */
  removeCanary(canary: PushedCanary): Promise<void>
  /**
   * Stores checks of one type, each with a result. Names that occur twice count once.
   * @returns ids of the checks whose result was stored, by name. For others, try again in a moment: another process is
   * storing a result of the same check, or a check that is not pushed has its name
   */
  record(canaryId: string, type: string, checks: readonly PushedCheck[]): Promise<ReadonlyMap<string, string>>
  /** Takes checks out of use. Their history stays until retention deletes it. */
  retire(checkIds: readonly string[]): Promise<void>
}

/** Offered by this module. */
export const pushedChecks = definePort<PushedChecks>('pushed checks')
