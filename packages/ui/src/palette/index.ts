export { PaletteResults, type PaletteResultsProps } from './palette-results.tsx'
export { type PaletteItem, searchItems } from './search-items.ts'
export { type FuzzyMatch } from './fuzzy.ts'
