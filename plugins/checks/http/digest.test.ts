import { describe, expect, test } from 'vitest'
import { readChallenges } from './challenge.ts'
import { chooseDigest, digestAuthorization } from './digest.ts'

/** The fields of an Authorization header. */
function fieldsOf(header: string | undefined): Readonly<Record<string, string>> {
  return readChallenges([header ?? ''])[0]?.parameters ?? {}
}

describe('the examples of RFC 7616, section 3.9.1', () => {
  const challenges = readChallenges([
    'Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=SHA-256, nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"',
    'Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=MD5, nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"',
  ])
  const request = {
    method: 'GET',
    uri: '/dir/index.html',
    username: 'Mufasa',
    password: 'Circle of Life',
    body: '',
  }
  const cnonce = 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ'

  test.each([
    ['SHA-256', 0, '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
    ['MD5', 1, '8ca523f5e9506fed4657c9700eebdbec'],
  ])('%s', (algorithm, place, response) => {
    const challenge = challenges[place]
    if (challenge === undefined) throw new Error('the challenge was not read')
    expect(fieldsOf(digestAuthorization(challenge, request, cnonce))).toEqual({
      username: 'Mufasa',
      realm: 'http-auth@example.org',
      uri: '/dir/index.html',
      algorithm,
      nonce: '7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v',
      nc: '00000001',
      cnonce,
      qop: 'auth',
      response,
      opaque: 'FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS',
    })
  })

  test('the one that the server likes best is chosen', () => {
    expect(chooseDigest(challenges)?.parameters['algorithm']).toBe('SHA-256')
    const [unknown] = readChallenges(['Digest realm="x", nonce="y", algorithm=SHA-3'])
    expect(chooseDigest(unknown === undefined ? [] : [unknown, ...challenges])?.parameters['algorithm']).toBe(
      'SHA-256',
    )
    expect(chooseDigest(readChallenges(['Basic realm="x"', 'Digest realm="x"']))).toBeUndefined()
  })
})

test('the example of RFC 7616, section 3.9.2, with the hidden name and SHA-512-256 of erratum 4897', () => {
  const [challenge] = readChallenges([
    'Digest realm="api@example.org", qop="auth", algorithm=SHA-512-256, nonce="5TsQWLVdgBdmrQ0XsxbDODV+57QdFR34I9HAbC/RVvkK", opaque="HRPCssKJSGjCrkzDg8OhwpzCiGPChXYjwrI2QmXDnsOS", charset=UTF-8, userhash=true',
  ])
  if (challenge === undefined) throw new Error('the challenge was not read')
  const header = digestAuthorization(
    challenge,
    { method: 'GET', uri: '/doe.json', username: 'Jäsøn Doe', password: 'Secret, or not?', body: '' },
    'NTg6RKcb9boFIAS3KrFK9BGeh+iDa/sm6jUMp2wds69v',
  )
  expect(fieldsOf(header)).toMatchObject({
    username: '793263caabb707a56211940d90411ea4a575adeccb7e360aeb624ed06ece9b0b',
    response: '3798d4131c277846293534c3edc11bd8a5e4cdcbff78b05db9d95eeb1cec68a5',
    userhash: 'true',
  })
})

test('the example of RFC 2617, section 3.5, whose server names no algorithm', () => {
  const [challenge] = readChallenges([
    'Digest realm="testrealm@host.com", qop="auth,auth-int", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", opaque="5ccc069c403ebaf9f0171e9517f40e41"',
  ])
  if (challenge === undefined) throw new Error('the challenge was not read')
  const header = digestAuthorization(
    challenge,
    { method: 'GET', uri: '/dir/index.html', username: 'Mufasa', password: 'Circle Of Life', body: '' },
    '0a4f113b',
  )
  expect(fieldsOf(header)).toMatchObject({ response: '6629fae49393a05397450978507c4ef1' })
  expect(fieldsOf(header)).not.toHaveProperty('algorithm')
})

describe('challenges', () => {
  test('several in one header, with and without parameters', () => {
    expect(
      readChallenges(['Negotiate, NTLM TlRMTVNTUAAC=, Basic realm="a, \\"b\\"", charset="UTF-8"']),
    ).toEqual([
      { scheme: 'negotiate', parameters: {} },
      { scheme: 'ntlm', parameters: {}, token: 'TlRMTVNTUAAC=' },
      { scheme: 'basic', parameters: { realm: 'a, "b"', charset: 'UTF-8' } },
    ])
  })

  test('what is malformed ends its header', () => {
    expect(readChallenges(['Basic realm="a", ?? x', 'NTLM'])).toEqual([
      { scheme: 'basic', parameters: { realm: 'a' } },
      { scheme: 'ntlm', parameters: {} },
    ])
  })
})
