import { expect, test } from 'vitest'
import { labelName, publicEndpoint, wantedLabels } from './labels.ts'

test.each([
  ['team', 'team'],
  ['app.kubernetes.io/name', 'app_kubernetes_io_name'],
  ['type', 'label_type'],
  ['le', 'label_le'],
  ['__name__', 'label___name__'],
  ['1st', 'label_1st'],
])('the label %s stands as %s', (key, name) => {
  expect(labelName(key)).toBe(name)
})

test('only labels that are wanted are there, short, and none that is empty', () => {
  const labels = {
    team: 'web',
    region: '',
    secret: 'x',
    'a-b': 'first',
    a_b: 'second',
    long: 'y'.repeat(500),
  }
  const wanted = wantedLabels(['team', 'region', 'a-b', 'a_b', 'long', 'missing', 'constructor'], labels)
  expect(wanted).toEqual({ team: 'web', a_b: 'first', long: 'y'.repeat(200) })
})

test.each([
  ['https://shop.example/cart?token=s3cret#top', 'https://shop.example/cart'],
  ['https://me:s3cret@shop.example:8443/a/b?x=1', 'https://shop.example:8443/a/b'],
  ['https://me:s3cr@t@shop.example/', 'https://shop.example/'],
  ['HTTP://shop.example?token=s3cret', 'HTTP://shop.example'],
  ['https://shop.example/$(name)#s3cret', 'https://shop.example/$(name)'],
  ['https://shop.example/@me/a', 'https://shop.example/@me/a'],
  ['ldap://me:s3cret@ldap.example/dc=a??sub', 'ldap://ldap.example/dc=a??sub'],
  ['s3://bucket/20??/*.gz', 's3://bucket/20??/*.gz'],
  ['/var/backups/20??', '/var/backups/20??'],
  ['db.example:5432/shop', 'db.example:5432/shop'],
  [null, ''],
])('the endpoint %s is told as %s', (endpoint, label) => {
  expect(publicEndpoint(endpoint)).toBe(label)
})
