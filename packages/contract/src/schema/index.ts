export * from './json-schema.ts'
export * from './value-kinds.ts'
export * from './value-reference.ts'
export type * from './data-schema.ts'
