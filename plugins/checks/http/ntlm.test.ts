import { describe, expect, test } from 'vitest'
import {
  authenticateMessage,
  firstResponses,
  negotiateMessage,
  readAccount,
  readChallengeMessage,
  responses,
} from './ntlm.ts'

const bytes = (text: string) => Buffer.from(text.replaceAll(/\s/g, ''), 'hex')

// [MS-NLMP], section 4.2.1, "Common Values", and 4.2.4, "NTLMv2 Authentication".
const account = { username: 'User', password: 'Password', domain: 'Domain' }
const fresh = { clientChallenge: bytes('aaaaaaaaaaaaaaaa'), time: Buffer.alloc(8) }
const challengeMessage = bytes(`
  4e544c4d53535000 02000000 0c000c00 38000000 33828ae2 0123456789abcdef 0000000000000000
  24002400 44000000 0600701700 00000f 530065007200760065007200 02000c00 44006f006d00610069006e00
  01000c00 530065007200760065007200 00000000`)

describe('the examples of [MS-NLMP], section 4.2.4', () => {
  const server = readChallengeMessage(challengeMessage)
  if (!server.ok) throw new Error(server.failure)

  test('the challenge is read', () => {
    expect(server.value.challenge).toEqual(bytes('0123456789abcdef'))
    expect(server.value.targetInfo).toHaveLength(36)
  })

  test('NTOWFv2, the responses and the session key', () => {
    const { key, proof, lm, sessionKey } = responses(
      account,
      server.value.challenge,
      server.value.targetInfo,
      fresh,
    )
    expect(key).toEqual(bytes('0c868a403bfd7a93a3001ef22ef02e3f'))
    expect(lm).toEqual(bytes('86c35097ac9cec102554764a57cccc19 aaaaaaaaaaaaaaaa'))
    expect(proof).toEqual(bytes('68cd0ab851e51c96aabc927bebef6a1c'))
    expect(sessionKey).toEqual(bytes('8de40ccadbc14a82f15cb0ad0de95ca3'))
  })

  test('the third message holds them, and who we are', () => {
    const message = authenticateMessage(
      'ntlmv2',
      { account, negotiate: negotiateMessage(), server: server.value, now: new Date(0) },
      fresh,
    )
    const field = (at: number) => {
      const offset = message.readUInt32LE(at + 4)
      return message.subarray(offset, offset + message.readUInt16LE(at))
    }
    expect(message.subarray(0, 12)).toEqual(bytes('4e544c4d53535000 03000000'))
    expect(field(12)).toEqual(bytes('86c35097ac9cec102554764a57cccc19 aaaaaaaaaaaaaaaa'))
    expect(field(20).subarray(0, 16)).toEqual(bytes('68cd0ab851e51c96aabc927bebef6a1c'))
    expect(field(28).toString('utf16le')).toBe('Domain')
    expect(field(36).toString('utf16le')).toBe('User')
  })
})

describe('the examples of the first version', () => {
  const challenge = bytes('0123456789abcdef')

  test('the response of [MS-NLMP], section 4.2.2.2.1', () => {
    const { nt, lm } = firstResponses(account, { challenge, flags: 0x82_33 }, fresh)
    expect(nt).toEqual(bytes('67c43011f30298a2ad35ece64f16331c44bdbed927841f94'))
    expect(lm).toEqual(nt)
  })

  test('the responses with a challenge of the client, section 4.2.3.2', () => {
    const { nt, lm } = firstResponses(account, { challenge, flags: 0x8_82_33 }, fresh)
    expect(nt).toEqual(bytes('7537f803ae367128ca458204bde7caf81e97ed2683267232'))
    expect(lm).toEqual(bytes('aaaaaaaaaaaaaaaa 00000000000000000000000000000000'))
  })
})

test('a message that is cut off, or another one, is refused', () => {
  expect(readChallengeMessage(challengeMessage.subarray(0, 20)).ok).toBe(false)
  expect(readChallengeMessage(challengeMessage.subarray(0, 80)).ok).toBe(false)
  expect(readChallengeMessage(negotiateMessage()).ok).toBe(false)
})

test('the domain stands before the user', () => {
  expect(readAccount(String.raw`SHOP\jane`, 'x')).toEqual({ username: 'jane', password: 'x', domain: 'SHOP' })
  expect(readAccount('jane@shop.example', 'x')).toMatchObject({ username: 'jane@shop.example', domain: '' })
})
