export * from './growth.ts'
