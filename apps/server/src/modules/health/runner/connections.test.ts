import { fail, succeed } from '@binnacle/contract/core'
import { writeValueReference } from '@binnacle/contract/schema'
import type { ConnectionValues } from '@binnacle/plugin-kit/core'
import { describe, expect, test } from 'vitest'
import { loadCheckTypes } from '../canary-spec/check-types.ts'
import { isNaming } from '../../../platform/specs/complete.ts'
import { connectCheck, type NamingCheck } from './connections.ts'

const types = await loadCheckTypes()
const http = types.get('http')
if (http === undefined) throw new Error('no http')
const type = http

function naming(written: Record<string, unknown>): NamingCheck {
  return { type, namespace: 'shop', written: { name: 'x', ...written } }
}

/** Sources that know these values by reference, and one connection. */
function sourcesOf(values: Record<string, string>, connection?: ConnectionValues) {
  const lookups: string[] = []
  return {
    lookups,
    connections: {
      find: async () => (connection === undefined ? fail('there is no connection') : succeed(connection)),
    },
    references: {
      read: async (reference: Parameters<typeof writeValueReference>[0], namespace: string) => {
        const text = writeValueReference(reference)
        lookups.push(`${namespace} ${text}`)
        const value = values[text]
        return value === undefined ? fail('it is missing') : succeed(value)
      },
    },
  }
}

const crm: ConnectionValues = {
  name: 'crm',
  namespace: 'infra',
  type: 'http',
  insecureTls: false,
  url: 'https://crm.example',
  username: 'jane',
  password: 'secret://crm/password',
  properties: {},
}

describe('a check that names values', () => {
  const url = 'https://a.example'

  test('is made again when a value changes, and stays the same object while none does', async () => {
    const check = naming({ url, username: 'jane', password: 'secret://a/b' })
    const values = { 'secret://a/b': 'one-value' }
    const first = await connectCheck(check, sourcesOf(values))
    const second = await connectCheck(check, sourcesOf(values))
    const third = await connectCheck(check, sourcesOf({ 'secret://a/b': 'another-value' }))
    expect(first).toMatchObject({ ok: true, value: { spec: { password: 'one-value' } } })
    expect(second).toBe(first)
    expect(third).toMatchObject({ ok: true, value: { spec: { password: 'another-value' } } })
    expect(third.ok ? third.value.secrets : []).toEqual(['jane', 'another-value', 'another-value'])
  })

  test('does not look again at what came out of a secret or a connection', async () => {
    const nested = { 'secret://a/b': 'secret://c/d', 'secret://crm/password': 'configmap://c/d' }
    const sources = sourcesOf(nested, crm)
    const own = await connectCheck(naming({ url, username: 'jane', password: 'secret://a/b' }), sources)
    expect(own).toMatchObject({ ok: true, value: { spec: { password: 'secret://c/d' } } })
    // What looks like a reference is a secret here.
    expect(own.ok ? own.value.secrets : []).toContain('secret://c/d')
    const lent = await connectCheck(naming({ connection: 'connection://crm' }), sources)
    expect(lent).toMatchObject({ ok: true, value: { spec: { password: 'configmap://c/d' } } })
    expect(sources.lookups).toEqual(['shop secret://a/b', 'infra secret://crm/password'])
  })

  test('gives no secret of a connection to another server', async () => {
    const sources = sourcesOf({ 'secret://crm/password': 'crm-password' }, crm)
    const check = naming({ connection: 'connection://crm', url: 'https://evil.example' })
    const connected = await connectCheck(check, sources)
    expect(JSON.stringify(connected.ok ? connected.value.spec : '')).not.toContain('crm-password')
  })

  test('is told from one that names none', () => {
    expect(isNaming(type, { url, password: 'secret://a/b' })).toBe(true)
    expect(
      isNaming(type, { url, headers: [{ name: 'A', valueFrom: { secretKeyRef: { name: 'a', key: 'b' } } }] }),
    ).toBe(true)
    expect(isNaming(type, { url, body: 'secret://a/b', password: 'plain' })).toBe(false)
  })
})

test.each(['postgres', 'mysql', 'mssql', 'mongodb', 'redis'])(
  'the address of a %s check may be kept elsewhere, and is validated when it is known [SPEC-010]',
  async (name) => {
    const found = types.get(name)
    if (found === undefined) throw new Error(`no ${name}`)
    for (const url of ['secret://a/b', { valueFrom: { configMapKeyRef: { name: 'a', key: 'b' } } }]) {
      const written = { name: 'x', url }
      expect(found.definition.schema.safeParse(written).error).toBeUndefined()
      const values = { 'secret://a/b': 'nonsense', 'configmap://a/b': 'nonsense' }
      const connected = await connectCheck({ type: found, namespace: 'shop', written }, sourcesOf(values))
      expect(connected.ok ? '' : connected.failure).toMatch(
        /^what the check refers to makes no valid check: url/,
      )
      expect(connected.ok ? '' : connected.failure).not.toContain('nonsense')
    }
  },
)
