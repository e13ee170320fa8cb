import type { ReactNode } from 'react'
import { ResourceNotifications } from './resource-notifications.tsx'

/** Who is told about a check, and who was. */
export function CheckNotifications({ id }: { id: string }): ReactNode {
  return <ResourceNotifications subject={{ kind: 'check', id }} />
}
