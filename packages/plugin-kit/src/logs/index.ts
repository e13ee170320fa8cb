export * from './clean.ts'
export * from './common-fields.ts'
export {
  everyLine,
  type LabelCondition,
  type LogFilter,
  matchesFilter,
  parseLogQuery,
} from '@binnacle/contract/logs'
export * from './log-backend.ts'
export * from './page.ts'
export * from './timestamps.ts'
