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

test.each<[Role, Action, string, Resource[]]>([
  ['admin', 'read', 'RBAC-011', [...resources]],
  ['admin', 'write', 'RBAC-012', [...resources]],
  ['editor', 'read', 'RBAC-013', [...resources]],
  ['editor', 'write', 'RBAC-014', except(guarded)],
  ['commander', 'read', 'RBAC-015', except(guarded)],
  ['commander', 'write', 'RBAC-016', resources.filter((resource) => incidentWork.has(resource))],
  ['responder', 'read', 'RBAC-017', except(guarded)],
  ['responder', 'write', 'RBAC-018', resources.filter((resource) => incidentWork.has(resource))],
  ['viewer', 'read', 'RBAC-019', except(guarded)],
  ['viewer', 'write', 'RBAC-020', []],
])('%s may %s exactly what the specification says [%s]', (role, action, _id, expected) => {
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
