import { expect, test } from 'vitest'
import { Possession } from './possession.ts'

const same = (ids: readonly string[]) => ids

test('what the database has and nobody claimed is unknown; what is claimed, at work or ends is not', async () => {
  const possession = new Possession()
  await possession.claim(Promise.resolve(['waits', 'runs', 'ends', 'ended']), same)
  possession.begun('runs')
  possession.begun('ends')
  possession.ended('ends')
  possession.begun('ended')
  possession.ended('ended')
  possession.written('ended')
  const claimed = ['waits', 'runs', 'ends', 'ended', 'lost']
  expect(await possession.findUnknown(async () => claimed)).toEqual(['ended', 'lost'])
})

test('a claim that is under way while the database is read is waited for', async () => {
  const possession = new Possession()
  const answer = Promise.withResolvers<string[]>()
  const claim = possession.claim(answer.promise, same)
  const unknown = possession.findUnknown(async () => {
    answer.resolve(['late'])
    return ['late', 'lost']
  })
  expect(await claim).toEqual(['late'])
  expect(await unknown).toEqual(['lost'])
})

test('a claim whose answer is lost leaves what it claimed unknown', async () => {
  const possession = new Possession()
  await expect(possession.claim(Promise.reject(new Error('cut')), same)).rejects.toThrow('cut')
  expect(await possession.findUnknown(async () => ['lost'])).toEqual(['lost'])
})

test('when the claimer is over, only what is at work is known, until that ends', async () => {
  const possession = new Possession()
  await possession.claim(Promise.resolve(['waits', 'runs']), same)
  possession.begun('runs')
  possession.over()
  expect(await possession.findUnknown(async () => ['waits', 'runs'])).toEqual(['waits'])
  possession.ended('runs')
  expect(await possession.findUnknown(async () => ['runs'])).toEqual(['runs'])
})
