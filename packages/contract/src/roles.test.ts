import { expect, test } from 'vitest'
import { type Action, allow, permissionsOf, type Resource, resources, type Role, roles } from './roles.ts'

const guarded = ['rbac', 'identities', 'connections']
const incidentWork = new Set<Resource>(['responder', 'incident', 'evidences', 'comments'])

function permitted(role: Role, action: Action): Resource[] {
  return resources.filter((resource) => allow([role], resource, action))
}

function except(left: readonly string[]): Resource[] {
  return resources.filter((resource) => !left.includes(resource))
}

test('there are exactly five roles [RBAC-001]', () => {
  expect([...roles].toSorted()).toEqual(['admin', 'commander', 'editor', 'responder', 'viewer'])
})

test('permissions are given per resource of the specification [RBAC-006]', () => {
  expect(resources.join(' | ')).toBe(
    'database | rbac | auth | responder | incident | evidences | comments | canaries | topologies' +
      ' | config_scrapers | identities | connections | kratos | agents | feature_flags | logging_backends' +
      ' | integrations | notifications | playbooks | playbook_runs',
  )
})

test('everything that roles permit is listed once', () => {
  const pairs = permissionsOf(['viewer', 'responder']).map(({ resource, action }) => `${resource} ${action}`)
  expect(new Set(pairs).size).toBe(pairs.length)
  expect(pairs).toContain('comments write')
  expect(pairs).not.toContain('canaries write')
  expect(pairs).not.toContain('rbac read')
  expect(permissionsOf(['admin'])).toHaveLength(resources.length * 3)
})

test('someone without a role counts as a viewer [RBAC-002]', () => {
  for (const resource of resources)
    for (const action of ['read', 'write', 'run'] as const)
      expect(allow([], resource, action)).toBe(allow(['viewer'], resource, action))
})

test('several roles permit what any of them permits [RBAC-004]', () => {
  expect(allow(['viewer', 'admin'], 'rbac', 'write')).toBe(true)
  expect(allow(['viewer', 'responder'], 'comments', 'write')).toBe(true)
  expect(allow(['viewer', 'responder'], 'canaries', 'write')).toBe(false)
})

test.each<[string, Role, Action, Resource[]]>([
  ['RBAC-011', 'admin', 'read', [...resources]],
  ['RBAC-012', 'admin', 'write', [...resources]],
  ['RBAC-013', 'editor', 'read', [...resources]],
  ['RBAC-014', 'editor', 'write', except(guarded)],
  ['RBAC-015', 'commander', 'read', except(guarded)],
  ['RBAC-016', 'commander', 'write', resources.filter((resource) => incidentWork.has(resource))],
  ['RBAC-017', 'responder', 'read', except(guarded)],
  ['RBAC-018', 'responder', 'write', resources.filter((resource) => incidentWork.has(resource))],
  ['RBAC-019', 'viewer', 'read', except(guarded)],
  ['RBAC-020', 'viewer', 'write', []],
])('[%s] %s may %s exactly what the specification says', (_id, role, action, expected) => {
  expect(permitted(role, action)).toEqual(expected)
})

test('Run Now on a check is for all roles but the viewer [RBAC-025]', () => {
  expect(roles.filter((role) => allow([role], 'canaries', 'run'))).toEqual([
    'admin',
    'editor',
    'commander',
    'responder',
  ])
})
