export * from './common-fields.ts'
export * from './scraper.ts'
export type {
  ChangeMappingSpec,
  LookupSpec,
  MaskSpec,
  RelationshipSpec,
  TransformSpec,
} from './transform-fields.ts'
