export * from './action.ts'
