export * from './common-fields.ts'
export * from './scraper.ts'
export type { LookupSpec, RelationshipSpec, TransformSpec } from './transform-fields.ts'
