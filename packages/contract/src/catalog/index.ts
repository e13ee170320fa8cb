export * from './history.ts'
export * from './notes.ts'
export * from './requests.ts'
export * from './scrapers.ts'
