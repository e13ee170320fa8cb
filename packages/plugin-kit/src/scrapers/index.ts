export * from './scraper.ts'
