import type { Property } from '@binnacle/contract/health'
import { definePort } from '../../platform/port.ts'

/** Properties in force. */
export interface PropertyReader {
  /** The value in force; undefined for a property that nobody set. */
  value(name: string): string | undefined
  /** Whether the operator's file sets it, so that nobody can change it here. */
  isLocal(name: string): boolean
  /** All of them, by name. */
  all(): Promise<Property[]>
}

/** Offered by this module. */
export const propertiesInForce = definePort<PropertyReader>('properties')
