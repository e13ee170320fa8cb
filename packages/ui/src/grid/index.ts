export { leastWidth } from './place.ts'
export { VirtualGrid } from './virtual-grid.tsx'
