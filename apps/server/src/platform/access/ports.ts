import type { Flags } from '../http/gate.ts'
import { definePort } from '../port.ts'

/** Which areas are closed at present; offered by the module that keeps the settings. */
export const flagsInForce = definePort<Flags>('feature flags')
