import type { CheckDetail } from '@binnacle/contract/health'
import type { ReactNode } from 'react'
import { ResourceNotifications } from './resource-notifications.tsx'

/** Who is told about a check, and who was. */
export function CheckNotifications({ subject }: { subject: CheckDetail }): ReactNode {
  return <ResourceNotifications subject={{ kind: 'check', id: subject.id }} />
}
