import { expect, test } from 'vitest'
import { secretsSeen, secretVariables } from './seen.ts'

const secrets = ['271828', 'correct-horse']
const sight = (values: Record<string, string>, variables: string[] = [], endpoint = '') => ({
  findings: { values, durations: {} },
  variables,
  endpoint,
})

test('scripts have seen the secrets that are in what they get, in any spelling', () => {
  expect(secretsSeen(secrets, sight({ content: 'nothing' }))).toEqual([])
  expect(secretsSeen(secrets, sight({ content: 'the PIN is 271828.' }))).toEqual(['271828'])
  const encoded = Buffer.from('correct-horse').toString('base64')
  expect(secretsSeen(secrets, sight({ content: encoded }))).toEqual(['correct-horse'])
  expect(secretsSeen(secrets, sight({}, ['271828']))).toEqual(['271828'])
  expect(secretsSeen(secrets, sight({}, [], 'http://a/?token=correct-horse'))).toEqual(['correct-horse'])
})

test('variables are secret by their mark or by where their value is kept, not by their value', () => {
  const env = [
    { name: 'PLAIN', value: '271828' },
    { name: 'MARKED', value: 'marked', secret: true },
    { name: 'KEPT', value: 'kept' },
  ]
  expect(secretVariables({ env })).toEqual(['marked'])
  const written = [env[0], env[1], { name: 'KEPT', value: 'secret://shop/password' }]
  expect(secretVariables({ env }, written)).toEqual(['marked', 'kept'])
})
