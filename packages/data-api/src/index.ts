export { nameKey } from './catalog/types.ts'
export type { Catalog, Column, DataFunction, Relation, Relationship } from './catalog/types.ts'
export { DataError } from './errors.ts'
export { type BodyLimits, type Pace, readBodyText } from './http/read-body.ts'
export { findBrokenText } from './http/texts.ts'
export type {
  Access,
  Conflict,
  DataAction,
  DataServiceOptions,
  Limits,
  Refusal,
  Row,
  Write,
  Writer,
} from './options.ts'
export { createDataService, type DataService } from './service.ts'
export { describeTypes } from './typescript.ts'
export { type SchemaWatch, watchSchema } from './watch.ts'
