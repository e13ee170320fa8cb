import { fail, succeed } from '@binnacle/contract/core'
import { writeValueReference } from '@binnacle/contract/schema'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { ConnectionValues } from './connection.ts'
import { namedSecret, secretText, secretValue, variables } from './fields.ts'
import { inputJsonSchema } from './schema-node.ts'
import { mapSecrets, secretsIn } from './secrets.ts'
import {
  connectionReferenceProblems,
  hasReferences,
  type ReadReference,
  resolveConnection,
  resolveReferences,
} from './value-references.ts'

const schema = z.strictObject({
  name: z.string(),
  password: secretValue({ title: 'Password' }).optional(),
  inner: z.strictObject({ token: secretValue({ title: 'Token' }).optional() }).optional(),
  env: z.array(namedSecret(z.string())).optional(),
})
const node = inputJsonSchema(schema)
const read: ReadReference = async (reference) => {
  const text = writeValueReference(reference)
  return text.includes('gone') ? fail('it is missing') : succeed(`<${text}>`)
}
const secretKeyRef = { name: 'shop', key: 'token' }

describe('references in a spec', () => {
  const written = {
    name: 'secret://not/secret',
    password: 'secret://shop/password',
    inner: { token: { valueFrom: { configMapKeyRef: secretKeyRef } } },
    env: [
      { name: 'A', value: 'plain' },
      { name: 'B', value: { value: 'env://B' } },
      { name: 'C', valueFrom: { secretKeyRef } },
    ],
  }

  test('are replaced in every spelling, where the schema has a secret [SPEC-010]', async () => {
    expect(schema.safeParse(written).error).toBeUndefined()
    const resolved = await resolveReferences(node, written, read)
    expect(resolved).toEqual({
      ok: true,
      value: {
        texts: ['<secret://shop/password>', '<configmap://shop/token>', '<env://B>', '<secret://shop/token>'],
        secrets: [
          '<secret://shop/password>',
          '<configmap://shop/token>',
          '<env://B>',
          '<secret://shop/token>',
        ],
        value: {
          name: 'secret://not/secret',
          password: '<secret://shop/password>',
          inner: { token: { value: '<configmap://shop/token>' } },
          env: [
            { name: 'A', value: 'plain' },
            { name: 'B', value: { value: '<env://B>' } },
            { name: 'C', value: '<secret://shop/token>' },
          ],
        },
      },
    })
    expect(schema.safeParse(resolved.ok ? resolved.value.value : undefined).success).toBe(true)
  })

  test('in variables make secrets of them, unless they lead to a Config Map', async () => {
    const inVariables = inputJsonSchema(z.strictObject({ env: variables }))
    const spec = {
      env: [
        { name: 'A', value: 'shown' },
        { name: 'B', value: 'file://b' },
        { name: 'C', valueFrom: { configMapKeyRef: secretKeyRef } },
        { name: 'D', valueFrom: { configMapKeyRef: secretKeyRef }, secret: true },
        { name: 'E', value: 'hidden', secret: true },
      ],
    }
    const resolved = await resolveReferences(inVariables, spec, read)
    expect(resolved).toMatchObject({
      ok: true,
      value: {
        secrets: ['<file://b>', '<configmap://shop/token>'],
        value: {
          env: [
            { name: 'A', value: 'shown' },
            { name: 'B', value: '<file://b>', secret: true },
            { name: 'C', value: '<configmap://shop/token>' },
            { name: 'D', value: '<configmap://shop/token>', secret: true },
            { name: 'E', value: 'hidden', secret: true },
          ],
        },
      },
    })
    expect(secretsIn(inVariables, resolved.ok ? resolved.value.value : undefined)).toEqual([
      '<file://b>',
      '<configmap://shop/token>',
      'hidden',
    ])
  })

  test('that lead nowhere are named by their field', async () => {
    const lost = {
      name: 'x',
      password: 'secret://gone/x',
      env: [{ name: 'A', valueFrom: { secretKeyRef: { name: 'gone', key: 'x' } } }],
    }
    expect(await resolveReferences(node, lost, read)).toEqual({
      ok: false,
      failure: 'password: it is missing; env[0].valueFrom: it is missing',
    })
  })

  test('are seen before they are read', () => {
    expect(hasReferences(node, written)).toBe(true)
    expect(hasReferences(node, { name: 'secret://a/b', password: 'plain' })).toBe(false)
  })

  test('are no secrets themselves: they are neither sealed nor masked', () => {
    expect(secretsIn(node, written)).toEqual(['plain'])
    expect(mapSecrets(node, written, () => '***')).toEqual({
      ...written,
      env: [{ name: 'A', value: '***' }, ...written.env.slice(1)],
    })
  })

  test('stand for their value until it is known', () => {
    expect(secretText({ valueFrom: { secretKeyRef } })).toBe('secret://shop/token')
    expect(secretText({ value: 'x' })).toBe('x')
    expect(secretText('x')).toBe('x')
  })
})

describe('references in a connection', () => {
  const connection: ConnectionValues = {
    name: 'db',
    namespace: 'shop',
    type: 'postgres',
    insecureTls: false,
    url: 'configmap://db/url',
    username: 'monitor',
    password: 'secret://db/password',
    properties: { region: 'configmap://db/region', path: 'file:///backups', token: 'env://TOKEN' },
  }

  test('are replaced in every field; an address of a file stays one [SPEC-010]', async () => {
    expect(await resolveConnection(connection, read)).toEqual({
      ok: true,
      value: {
        connection: {
          ...connection,
          url: '<configmap://db/url>',
          password: '<secret://db/password>',
          properties: { region: '<configmap://db/region>', path: 'file:///backups', token: '<env://TOKEN>' },
        },
        texts: ['<configmap://db/url>', '<secret://db/password>', '<configmap://db/region>', '<env://TOKEN>'],
        secrets: ['<secret://db/password>', '<env://TOKEN>'],
      },
    })
  })

  test('that lead nowhere, or are malformed, are named by their field', async () => {
    expect(await resolveConnection({ ...connection, password: 'secret://gone/x' }, read)).toEqual({
      ok: false,
      failure: 'the connection shop/db: password: it is missing',
    })
    expect(connectionReferenceProblems({ ...connection, password: 'helm://release' })).toMatchObject([
      { path: 'password' },
    ])
    expect(connectionReferenceProblems({ properties: { token: 'secret://x' } })).toEqual([
      { path: 'properties.token', message: 'write secret://name/key' },
    ])
  })
})
