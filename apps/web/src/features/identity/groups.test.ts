import { describe, expect, test } from 'vitest'
import { flowShape } from './flow.ts'
import { isButton, partsOf } from './groups.ts'
import { valuesToSend } from './values.ts'

const input = (group: string, name: string, type: string, value?: string | boolean | number) => ({
  type: 'input',
  group,
  attributes: { node_type: 'input', name, type, value },
  messages: [],
  meta: {},
})
const formOf = (...nodes: object[]) => flowShape.parse({ id: 'f', ui: { nodes } })
const namesOf = (parts: ReturnType<typeof partsOf>) =>
  parts.map(({ group, nodes }) => [
    group,
    ...nodes.map((node) => ('name' in node.attributes ? node.attributes.name : node.attributes.id)),
  ])

const csrf = input('default', 'csrf_token', 'hidden', 'token')

describe('a form', () => {
  test('of one way is one part', () => {
    const flow = formOf(
      csrf,
      input('password', 'password', 'password'),
      input('password', 'method', 'submit'),
    )
    expect(namesOf(partsOf(flow))).toEqual([['password', 'csrf_token', 'password', 'method']])
  })

  test('of two ways is two parts, each with the token', () => {
    const flow = formOf(
      csrf,
      input('totp', 'totp_code', 'text'),
      input('totp', 'method', 'submit', 'totp'),
      input('lookup_secret', 'lookup_secret', 'text'),
      input('lookup_secret', 'method', 'submit', 'lookup_secret'),
    )
    expect(namesOf(partsOf(flow))).toEqual([
      ['totp', 'csrf_token', 'totp_code', 'method'],
      ['lookup_secret', 'csrf_token', 'lookup_secret', 'method'],
    ])
  })

  test('whose ways share a field stays whole', () => {
    const flow = formOf(
      csrf,
      input('default', 'identifier', 'text'),
      input('password', 'password', 'password'),
      input('code', 'method', 'submit', 'code'),
    )
    expect(partsOf(flow)).toHaveLength(1)
  })

  test('leaves out scripts and what is not known', () => {
    const flow = formOf(
      csrf,
      {
        type: 'script',
        group: 'webauthn',
        attributes: { src: 'https://evil.example/x.js' },
        messages: [],
        meta: {},
      },
      { type: 'division', group: 'default', attributes: {}, messages: [], meta: {} },
      {
        type: 'text',
        group: 'totp',
        attributes: { id: 't', text: { id: 1, text: 'x', type: 'info' } },
        messages: [],
        meta: {},
      },
    )
    expect(flow.ui.nodes.map(({ type }) => type)).toEqual(['input', 'text'])
  })
})

describe('what a form sends', () => {
  const { nodes } = formOf(
    csrf,
    input('profile', 'traits.email', 'email'),
    input('profile', 'age', 'number'),
    input('profile', 'news', 'checkbox', false),
    input('totp', 'totp_unlink', 'submit', true),
    input('profile', 'method', 'submit', 'profile'),
  ).ui
  const typed = new FormData()
  typed.set('traits.email', 'ada@example.com')
  typed.set('age', '36')

  test('has the types of its nodes, and of the buttons only the one that was pressed', () => {
    expect(valuesToSend(nodes, typed, nodes.findLast(isButton))).toEqual({
      csrf_token: 'token',
      'traits.email': 'ada@example.com',
      age: 36,
      news: false,
      method: 'profile',
    })
    expect(valuesToSend(nodes, typed, nodes.find(isButton))).toMatchObject({ totp_unlink: true })
    expect(valuesToSend(nodes, typed, nodes.find(isButton))).not.toHaveProperty('method')
  })
})
