export * from './escalation.ts'
export * from './push-message.ts'
export * from './reach.ts'
export * from './rota.ts'
