export * from './connection-form.ts'
export * from './connections.ts'
