export * from './errors.ts'
export * from './ids.ts'
export * from './result.ts'
export * from './source.ts'
