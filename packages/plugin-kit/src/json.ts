export { isRecord } from '@binnacle/contract'

/** What JSON can hold. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }
