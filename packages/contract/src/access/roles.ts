/** Roles a person can hold. Permissions are the union over all of a person's roles. */
export const roles = ['admin', 'editor', 'commander', 'responder', 'viewer'] as const
export type Role = (typeof roles)[number]

/** The resources of permissions. */
export const resources = [
  'database',
  'rbac',
  'auth',
  'responder',
  'incident',
  'evidences',
  'comments',
  'canaries',
  'topologies',
  'config_scrapers',
  'identities',
  'connections',
  'kratos',
  'agents',
  'feature_flags',
  'logging_backends',
  'integrations',
  'notifications',
  'playbooks',
  'playbook_runs',
] as const
export type Resource = (typeof resources)[number]

/** `run` starts a check or playbook manually. It does not include `write`. */
const actions = ['read', 'write', 'run'] as const
export type Action = (typeof actions)[number]

const restricted: ReadonlySet<Resource> = new Set(['rbac', 'identities', 'connections'])
const incidentWrites: ReadonlySet<Resource> = new Set(['responder', 'incident', 'evidences', 'comments'])

type Grant = (resource: Resource) => boolean
const everything: Grant = () => true
const nothing: Grant = () => false
const unrestricted: Grant = (resource) => !restricted.has(resource)

/**
 * The only role table. The server decides with it; screens use it to show what the server would allow.
 * Source: specification, documents 1 and 3, section 6. Run Now on a check is for admin, editor, responder and commander.
 */
const roleTable: Readonly<Record<Role, Readonly<Record<Action, Grant>>>> = {
  admin: { read: everything, write: everything, run: everything },
  editor: { read: everything, write: unrestricted, run: everything },
  commander: {
    read: unrestricted,
    write: (resource) => incidentWrites.has(resource),
    run: (resource) => resource === 'canaries',
  },
  responder: {
    read: unrestricted,
    write: (resource) => incidentWrites.has(resource),
    run: (resource) => resource === 'canaries',
  },
  viewer: { read: unrestricted, write: nothing, run: nothing },
}

/** Whether any of the roles permits the action. Someone signed in without a role counts as a viewer. */
export function allow(heldRoles: readonly Role[], resource: Resource, action: Action): boolean {
  const effective: readonly Role[] = heldRoles.length === 0 ? ['viewer'] : heldRoles
  return effective.some((role) => roleTable[role][action](resource))
}

/** All pairs of resource and action that the roles permit. */
export function permissionsOf(heldRoles: readonly Role[]): { resource: Resource; action: Action }[] {
  return resources.flatMap((resource) =>
    actions.filter((action) => allow(heldRoles, resource, action)).map((action) => ({ resource, action })),
  )
}

/** Narrows a stored text to a role. */
export function isRole(text: string): text is Role {
  return roles.some((role) => role === text)
}
