import { type Action, allow, resources, type Role } from './roles.ts'

const actions: readonly Action[] = ['read', 'write', 'run']

/** Whether roles allow everything that another role allows: it is no higher than they are. */
export function covers(heldRoles: readonly Role[], role: Role): boolean {
  return resources.every((resource) =>
    actions.every((action) => !allow([role], resource, action) || allow(heldRoles, resource, action)),
  )
}
