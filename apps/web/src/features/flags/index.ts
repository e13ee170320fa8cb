import type { Area } from '../../application/pages/area.ts'
import { flagPages } from './pages.ts'

export { FLAGS_PATH } from './paths.ts'

export const flags: Area = { pages: flagPages }
