export { CommandPalette, type CommandPaletteProps } from './command-palette.tsx'
export { type PaletteItem, searchItems } from './search-items.ts'
export { type FuzzyMatch } from './fuzzy.ts'
