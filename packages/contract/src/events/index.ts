export * from './event-queue.ts'
