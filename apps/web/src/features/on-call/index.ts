import type { Area } from '../../application/pages/area.ts'
import { onCallPage } from './pages.ts'

export const onCall: Area = { pages: [onCallPage] }
