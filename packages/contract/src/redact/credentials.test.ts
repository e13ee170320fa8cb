import { expect, test } from 'vitest'
import { maskCredentials, maskSecrets } from './credentials.ts'

test.each([
  ['https://ada:lovelace@example.com/x', 'https://***@example.com/x'],
  ['cloning https://ghp_abc123@example.com/x failed', 'cloning https://***@example.com/x failed'],
  ['https://example.com/a@b and ada@example.com', 'https://example.com/a@b and ada@example.com'],
  ['Authorization: Bearer abc.def.ghi', 'Authorization: Bearer ***'],
  ['"authorization":"Basic YWRhOmI="', '"authorization":"Basic ***"'],
  ['sent bearer abcdefgh12345678', 'sent bearer ***'],
  ['DB_PASSWORD=hunter2 next', 'DB_PASSWORD=*** next'],
  ['{"client_secret": "s3cr3t", "a": 1}', '{"client_secret": "***", "a": 1}'],
  [
    "Access denied for user 'ada'@'localhost' (using password: YES)",
    "Access denied for user 'ada'@'localhost' (using password: YES)",
  ],
  ['password: yesterday)', 'password: ***'],
  ['Server=db;Uid=shop;Pwd=hunter2;', 'Server=db;Uid=shop;Pwd=***;'],
  ['Server=db; PWD = hunter2; Encrypt=yes', 'Server=db; PWD = ***; Encrypt=yes'],
  ['DB_PWD=hunter2', 'DB_PWD=***'],
  ['Driver=x;Pwd={a b;c};Port=1', 'Driver=x;Pwd=***;Port=1'],
  ['Password="a b;c" next', 'Password=*** next'],
  ['AccountName=a;AccountKey=aGVsbG8=;', 'AccountName=a;AccountKey=***;'],
  ['Endpoint=sb://x/;SharedAccessKey=abc123', 'Endpoint=sb://x/;SharedAccessKey=***'],
  ['SIGNING_KEY: abc', 'SIGNING_KEY: ***'],
  ['passphrase=abc', 'passphrase=***'],
  ['the pwd command prints a folder', 'the pwd command prints a folder'],
  ['removed 3 access tokens of 2 people', 'removed 3 access tokens of 2 people'],
])('credentials in usual forms are replaced: %s', (text, expected) => {
  expect(maskCredentials(text)).toBe(expected)
})

test('secrets in a JSON value are found by the names of their fields, and credentials in its texts', () => {
  const value = {
    url: 'https://ada:lovelace@example.com',
    headers: [{ authorization: 'Basic YWRhOmI=' }, { cookie: null }],
    api_key: { nested: 'value' },
    key: 'k',
    keys: 3,
    note: 'sent token=abc',
    dbPwd: 'a',
    'connection string': 'b',
    account_key: 'c',
    nextToken: 'd',
  }
  expect(maskSecrets(value)).toEqual({
    url: 'https://***@example.com',
    headers: [{ authorization: '***' }, { cookie: null }],
    api_key: '***',
    key: '***',
    keys: 3,
    note: 'sent token=***',
    dbPwd: '***',
    'connection string': '***',
    account_key: '***',
    nextToken: '***',
  })
  expect(maskSecrets(null)).toBeNull()
})

test('long lines without an end cost no more than their length', () => {
  const started = performance.now()
  for (const piece of ['a://', 'password', 'token=', 'bearer ', 'authorization:'])
    maskCredentials(piece.repeat(20_000))
  expect(performance.now() - started).toBeLessThan(20_000)
})
