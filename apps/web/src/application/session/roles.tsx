import type { Role } from '@binnacle/contract/access'
import { Badge } from '@binnacle/ui'
import type { ReactNode } from 'react'

const labels: Readonly<Record<Role, string>> = {
  admin: 'Admin',
  editor: 'Editor',
  viewer: 'Viewer',
  commander: 'Commander',
  responder: 'Responder',
}

/** The name of a role as people read it. */
export function roleLabel(role: Role): string {
  return labels[role]
}

/** Roles that someone holds. */
export function Roles({ roles }: { roles: readonly Role[] }): ReactNode {
  return (
    <span className="inline-flex flex-wrap gap-1">
      {roles.map((role) => (
        <Badge key={role}>{roleLabel(role)}</Badge>
      ))}
    </span>
  )
}
