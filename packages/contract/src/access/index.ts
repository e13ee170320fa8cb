export * from './covers.ts'
export * from './features.ts'
export * from './roles.ts'
