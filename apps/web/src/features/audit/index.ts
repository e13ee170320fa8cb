import type { Area } from '../../application/pages/area.ts'
import { auditPage, type AuditPath } from './pages.ts'

export const audit: Area<AuditPath> = { pages: [auditPage] }
