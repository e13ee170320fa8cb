import type { Feature } from '@binnacle/contract/access'
import { definePort } from '../port.ts'

/** The disabled features. */
export interface Flags {
  disabled(feature: Feature): boolean
  /** Resolves when all announced changes are effective in this process. */
  settled(): Promise<void>
}

/** Offered by the module that keeps the settings. */
export const flagsInForce = definePort<Flags>('feature flags')
