import type { Area } from '../../application/pages/area.ts'
import { auditPage } from './pages.ts'

export const audit: Area = { pages: [auditPage] }
