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

/** Returns the display name of a role. */
export function roleLabel(role: Role): string {
  return labels[role]
}

/** Lists the roles of a person. */
export function Roles({ roles }: { roles: readonly Role[] }): ReactNode {
  return (
    <span className="inline-flex flex-wrap gap-1">
      {roles.map((role) => (
        <Badge key={role}>{roleLabel(role)}</Badge>
      ))}
    </span>
  )
}
