import type { Canary } from '@binnacle/contract/health'
import { expect, it } from 'vitest'
import { sourceLink } from './source-link.ts'

const id = '01900000-0000-7000-8000-000000000001'
const owner = '01900000-0000-7000-8000-000000000002'
const linkOf = (source: string | null) => {
  const canary: Canary = {
    id,
    name: 'shop',
    namespace: 'default',
    labels: {},
    annotations: {},
    source,
    spec: {},
    agent_id: '00000000-0000-0000-0000-000000000000',
    created_by: null,
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
  }
  return sourceLink({ canary })
}

it('leads to the canary where it has no special source [CHK-007]', () => {
  for (const source of ['UI', null, ''])
    expect(linkOf(source)).toEqual({ label: 'Edit', href: `/settings/canaries/${id}`, edits: true })
})

it('leads to the component that a check comes from [CHK-008]', () => {
  expect(linkOf(`component/${owner}`)?.href).toBe(`/topology/${owner}`)
})

it('leads to the catalog for a check of Kubernetes [CHK-009]', () => {
  expect(linkOf(`kubernetes/${owner}`)?.href).toBe(`/catalog/${owner}`)
  expect(linkOf('KubernetesCRD')?.href).toBe(`/catalog/${id}`)
})

it('leads nowhere for what a file or the product owns', () => {
  for (const source of ['file:/etc/checks.yaml', 'file:component/x', 'builtin', 'component'])
    expect(linkOf(source)).toBeUndefined()
})
