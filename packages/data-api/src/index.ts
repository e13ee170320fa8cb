export { AnswerTooLarge, limitAnswers, narrowAnswers } from './answer-bytes.ts'
export { nameKey } from './catalog/types.ts'
export type { Catalog, Column, DataFunction, Relation, Relationship } from './catalog/types.ts'
export { DataError } from './errors.ts'
export type { ConnectionShares } from './database.ts'
export { createLanes, type Lane, type Lanes } from './lanes.ts'
export { createPlaces, type Places } from './places.ts'
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
  RowRight,
  RowsAccess,
  Write,
  Writer,
} from './options.ts'
export { identifier } from './sql/names.ts'
export { default as sql, Sql } from 'sql-template-tag'
export { createDataService, type DataService } from './service.ts'
export { describeTypes } from './typescript.ts'
export { type SchemaWatch, watchSchema } from './watch.ts'
