import { problemsForTest } from '@binnacle/plugin-kit/testing'
import { expect, test } from 'vitest'
import { check } from './spec.ts'
import { gitServers, readGitAddress, readGitOptions, showGitAddress } from '@binnacle/clients/git/address'

test.each([
  ['https://git.example/a/b.git', 'https://git.example/a/b.git', 'https://git.example:443'],
  ['github.com/flanksource/duty', 'https://github.com/flanksource/duty', 'https://github.com:443'],
  ['http://u:p@git.example:3000/a?ref=x', 'http://git.example:3000/a', 'http://git.example:3000'],
  ['ssh://git@git.example/a/b.git', 'ssh://git.example:22/a/b.git', 'ssh://git.example:22'],
  ['ssh://git.example:2222/~/b.git', 'ssh://git.example:2222/~/b.git', 'ssh://git.example:2222'],
  ['git@git.example:a/b.git', 'ssh://git.example:22/a/b.git', 'ssh://git.example:22'],
  ['ssh://git@git.example/100%', 'ssh://git.example:22/100%', 'ssh://git.example:22'],
])('%s is shown without an account, and leads to one server', (written, shown, server) => {
  const address = readGitAddress(written)
  expect(address === undefined ? undefined : showGitAddress(address)).toBe(shown)
  expect(gitServers(written)).toEqual([server])
})

test.each([
  '/etc',
  'file:///etc',
  'ext::sh -c id',
  'git://git.example/a',
  '../a',
  'git@git.example:-a',
  'fd::17',
])('%s is no repository of a check', (written) => {
  expect(readGitAddress(written)).toBeUndefined()
  const [problem] = problemsForTest(check, { script: 'true', checkout: { url: written } })
  expect(problem).toContain('is not the address of a repository')
})

test('branch and commits may be in the query', () => {
  expect(readGitOptions('https://git.example/a?ref=v1&depth=3')).toEqual({ branch: 'v1', depth: 3 })
  expect(readGitOptions('git@git.example:a')).toEqual({})
})

test('a checkout needs a repository, without an account in its address', () => {
  const problems = (checkout: Record<string, unknown>) => problemsForTest(check, { script: 'true', checkout })
  expect(problems({})).toEqual(['checkout.url: This field is required'])
  expect(problems({ url: 'https://u:p@git.example/a' })[0]).toContain('put the username and password into')
  expect(problems({ url: 'https://git.example/a', branch: '--upload-pack=id' })[0]).toContain(
    'not a branch name',
  )
})
