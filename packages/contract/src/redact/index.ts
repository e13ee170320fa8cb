export * from './redact.ts'
export { redactDeep } from './redact-deep.ts'
