export * from './foreign-pattern.ts'
