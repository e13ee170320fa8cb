export * from './causes.ts'
