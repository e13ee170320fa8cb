import { growthOf, MOST_GROWTH } from '@binnacle/contract/testing'
import { httpAddress, LONGEST_ADDRESS } from '@binnacle/plugin-kit/core'
import { expect, test } from 'vitest'
import { readMongoUrl } from './mongodb/address.ts'
import { readMssqlUrl } from '@binnacle/clients/sql/mssql-address'
import { readMysqlUrl } from '@binnacle/clients/sql/mysql-address'
import { readPostgresUrl } from '@binnacle/clients/sql/postgres-address'
import { readListing } from './folder/places/smb.ts'

const readers: [string, (text: string) => unknown][] = [
  ['SQL Server', readMssqlUrl],
  ['PostgreSQL', readPostgresUrl],
  ['MySQL', readMysqlUrl],
  ['MongoDB', readMongoUrl],
  ['a web server', (text) => httpAddress.safeParse(text)],
]

const pieces = ['\t', '/', ';', '="";', "a='", 'a="', 'a=b;', '@', ':', "''", 'a = ', 'mongodb://', '(', '%']

test.each(readers)(
  'an address of %s is read in time that is linear in it, and a long one is not read',
  (_, read) => {
    const slow = pieces.filter((piece) =>
      ['', 'server=', 'host=a ', 'a'].some((start) => {
        const textOf = (length: number) => `${start}${piece.repeat(Math.ceil(length / piece.length))}!`
        return growthOf(textOf, read, LONGEST_ADDRESS - 100) > MOST_GROWTH
      }),
    )
    expect(slow).toEqual([])
    const started = process.cpuUsage()
    const refused = read(`server=${'\t'.repeat(1_000_000)}`)
    expect(process.cpuUsage(started).user).toBeLessThan(200_000)
    expect(JSON.stringify(refused)).toContain(`at most ${LONGEST_ADDRESS} characters, and this has`)
  },
)

test.each([
  [
    'server=db,1444;user id=ada;password="a;b""c";database=shop',
    { host: 'db', port: 1_444, password: 'a;b"c', database: 'shop' },
  ],
  ["Data Source = db ; uid=ada; pwd='it''s' ; ;", { host: 'db', username: 'ada', password: "it's" }],
  ['server=db;password=a=b', { host: 'db', password: 'a=b' }],
])('an address of SQL Server says %s', (text, expected) => {
  expect(readMssqlUrl(text)).toMatchObject(expected)
})

test.each([' A', ' ', 'a ', ' 1'])(
  'a listing of smbclient is read in time that is linear in lines of %j',
  (piece) => {
    const textOf = (length: number) => `  a${piece.repeat(length / piece.length)}  Mon Jan  5 10:00:00 2026`
    expect(growthOf(textOf, (text) => readListing(text, ''), 400_000)).toBeLessThanOrEqual(MOST_GROWTH)
  },
)
