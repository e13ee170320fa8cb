export * from './label-selector.ts'
export * from './linear-search.ts'
export * from './resource-search.ts'
export * from './suggest.ts'
