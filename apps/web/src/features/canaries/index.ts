import type { Area } from '../../application/pages/area.ts'
import { type CanariesPath, canaryPages } from './pages.ts'

export { CanaryFileProblems } from './canary-file-problems.tsx'
export { NEW_CANARY_PATH } from './paths.ts'

export const canaries: Area<CanariesPath> = { pages: canaryPages }
