export * from './connection-through-check.ts'
export * from './connection-type.ts'
