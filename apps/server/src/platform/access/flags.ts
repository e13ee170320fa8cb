import type { Feature } from '@binnacle/contract'
import { definePort } from '../port.ts'

/** Which features are switched off at present. */
export interface Flags {
  disabled(feature: Feature): boolean
  /** Resolves once a change that was announced is in force here. */
  settled(): Promise<void>
}

/** Offered by the module that keeps the settings. */
export const flagsInForce = definePort<Flags>('feature flags')
