export { isRecord } from '@binnacle/contract/schema'

/** A value of JSON. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }
