export { topologyPages } from './pages.ts'
