export { PaletteResults } from './palette-results.tsx'
export { type PaletteItem } from './search-items.ts'
