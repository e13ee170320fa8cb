import { ScrollText } from 'lucide-react'
import { definePage } from '../../application/pages/pages.ts'

/** The paths of its pages. */
export type AuditPath = '/settings/audit'

export const auditPage = definePage({
  path: '/settings/audit',
  title: 'Audit Log',
  icon: ScrollText,
  place: 'settings',
  keys: 'g a',
  keywords: ['audit', 'history', 'changes', 'sign-ins', 'who', 'security', 'compliance'],
  access: { resource: 'rbac', action: 'write' },
  topics: ['audit_log'],
  load: async () => {
    const { AuditPage } = await import('./audit-page.tsx')
    return { default: AuditPage }
  },
})
