import type { Area } from '../../application/pages/area.ts'
import { flagPages, type FlagsPath } from './pages.ts'

export { FLAGS_PATH } from './paths.ts'

export const flags: Area<FlagsPath> = { pages: flagPages }
