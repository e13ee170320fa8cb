export * from './notifier.ts'
