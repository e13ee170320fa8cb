import { expect, test } from 'vitest'
import { shownUrl } from './shown-url.ts'

const of = (url: string, more: { type?: string; username?: string; password?: string } = {}) =>
  shownUrl({
    name: 'n',
    namespace: 'default',
    type: 'http',
    url,
    insecureTls: false,
    properties: {},
    ...more,
  })

test.each([
  'http://server.example:9090',
  'https://server.example/api/v1',
  'postgres://$(username):$(password)@db.example:5432/shop?sslmode=disable',
  'mongodb://a.example:27017,b.example:27017/shop?replicaSet=rs0',
  'redis://[::1]:6379/3',
  'smb://server.example/share/folder',
  'server.example:22',
  'secret://vault/url',
  'telegram://$(password)@$(properties.host)/?Chats=$(properties.chats)',
])('%s holds no secret and is shown', (url) => {
  expect(of(url)).toBe(url)
})

test.each([
  [
    'postgres://me:s3cret@db.example:5432/shop?sslmode=disable',
    'postgres://***:***@db.example:5432/shop?sslmode=disable',
  ],
  ['mysql://me:s3cret@tcp(db.example:3306)/shop', 'mysql://***:***@tcp(db.example:3306)/shop'],
  ['https://s3cret@server.example/', 'https://***@server.example/'],
  ['postgres://me:a@s3cret@db.example/shop', 'postgres://***:***@db.example/shop'],
  ['https://hooks.example/services/T0/s3cret', 'https://hooks.example/services/***/***'],
  ['https://hooks.example/secretword', 'https://hooks.example/***'],
  ['http://server.example/api?token=s3cret&timeout=5s', 'http://server.example/api?token=***&timeout=5s'],
  ['http://server.example/?s3cret', 'http://server.example/?***'],
  ['http://server.example/?s3cret=', 'http://server.example/?***'],
  ['http://server.example/api#s3cret', 'http://server.example/api#***'],
  ['http://me:s3\\cret@server.example', 'http://***:***@server.example'],
  ['slack://s3cret@C123/s3cret?color=s3cret', 'slack://***@***/***?color=***'],
  ['pushbullet://s3cret', 'pushbullet://***'],
  ['telegram://$(password)@telegram/?Chats=s3cret', 'telegram://$(password)@***/?Chats=***'],
  // What cannot be taken apart for sure.
  ['postgres://me:s3/cret@db.example/shop', '***'],
  ['postgres://me:s3?cret@db.example/shop', '***'],
  ['postgres://me:s3#cret@db.example/shop', '***'],
  ['https://hooks.example/a@b/IncomingWebhook/c', '***'],
  ['Server=db;User Id=me;Password=s3cret', '***'],
  ['eyJhbGciOi.s3cret.c', '***'],
  ['me:s3cret@tcp(db.example:3306)/shop', '***'],
  ['s3cret', '***'],
])('%s is shown as %s', (url, shown) => {
  expect(of(url)).toBe(shown)
})

test('the path of a repository is shown, what looks like no word in it is not', () => {
  expect(of('https://git.example/shop/front-end.git', { type: 'git' })).toBe(
    'https://git.example/shop/front-end.git',
  )
  expect(of('https://metrics.example/prometheus/s3cr3t4', { type: 'prometheus' })).toBe(
    'https://metrics.example/prometheus/***',
  )
})

test('a value that is a secret elsewhere in the connection is masked in the address too', () => {
  expect(of('redis://db.example/s3cret', { password: 's3cret' })).toBe('***')
  // A short one, and a user, are parts of ordinary words.
  const shop = 'postgres://db.example/shop'
  expect(of(shop, { username: 'postgres', password: 'x' })).toBe(shop)
})
