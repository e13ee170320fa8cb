export { flagPages } from './pages.ts'
export { FLAGS_PATH } from './paths.ts'
