import { describe, expect, test } from 'vitest'
import { readCredential } from './credential.ts'

const secretKeyRef = { name: 'db', key: 'password' }
const path = ['http', 0, 'password']
const at = [...path, 'valueFrom', 'secretKeyRef']

describe('a value that may be a secret is read in every spelling [SPEC-010]', () => {
  test.each([
    [undefined, { kind: 'static', text: undefined, place: path }],
    [null, { kind: 'static', text: undefined, place: path }],
    ['plain', { kind: 'static', text: 'plain', place: path }],
    [{ value: 'plain' }, { kind: 'static', text: 'plain', place: [...path, 'value'] }],
    ['env://TOKEN', { kind: 'static', text: 'env://TOKEN', place: path }],
    ['secret://db', { kind: 'static', text: 'secret://db', place: path }],
    ['secret://db/password', { kind: 'secret', name: 'db', key: 'password', place: undefined }],
    ['configmap://db/password', { kind: 'configmap', name: 'db', key: 'password', place: undefined }],
    [{ value: 'secret://db/password' }, { kind: 'secret', name: 'db', key: 'password', place: undefined }],
    [{ valueFrom: { secretKeyRef } }, { kind: 'secret', name: 'db', key: 'password', place: at }],
    [
      { valueFrom: { configMapKeyRef: { name: 'db', key: '' } } },
      { kind: 'configmap', name: 'db', key: '', place: [...path, 'valueFrom', 'configMapKeyRef'] },
    ],
    [
      { valueFrom: { helmRef: { name: 'shop', key: '.host' } } },
      { kind: 'static', text: 'helm://shop/.host', place: path },
    ],
    // The state while a person types the code.
    [{ valueFrom: { secretKeyRef: null } }, { kind: 'secret', name: '', key: '', place: at }],
    [{ valueFrom: { secretKeyRef: { name: 5 } } }, { kind: 'secret', name: '', key: '', place: at }],
    [{ valueFrom: {} }, { kind: 'static', text: undefined, place: [...path, 'value'] }],
    [5, { kind: 'static', text: undefined, place: path }],
  ])('%j', (value, credential) => {
    expect(readCredential(value, path)).toEqual(credential)
  })

  test('and beside its name, as headers have it', () => {
    const value = ['http', 0, 'headers', 1, 'value']
    expect(readCredential(undefined, value, { name: 'X', valueFrom: { secretKeyRef } })).toEqual({
      kind: 'secret',
      name: 'db',
      key: 'password',
      place: ['http', 0, 'headers', 1, 'valueFrom', 'secretKeyRef'],
    })
    expect(readCredential(undefined, value, { name: 'X', valueFrom: { serviceAccount: 'reader' } })).toEqual({
      kind: 'static',
      text: 'serviceaccount://reader',
      place: value,
    })
    expect(readCredential('x', value, { name: 'X', value: 'x' })).toEqual({
      kind: 'static',
      text: 'x',
      place: value,
    })
  })
})
