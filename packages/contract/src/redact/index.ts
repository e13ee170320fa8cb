export { maskCredentials, maskSecrets } from './credentials.ts'
export * from './redact.ts'
export { redactDeep } from './redact-deep.ts'
export { tokenShapes } from './token-shapes.ts'
