import type { Area } from '../../application/pages/area.ts'
import { onCallPage, type OnCallPath } from './pages.ts'

export const onCall: Area<OnCallPath> = { pages: [onCallPage] }
