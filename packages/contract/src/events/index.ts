export * from './event-queue.ts'
export * from './events.ts'
