import { createTaskPool } from '@binnacle/scripting/tasks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CanaryParser, createCanaryParser } from './canary.ts'
import { loadCheckTypes } from './check-types.ts'
import { variablesOf } from './environment.ts'

const tasks = createTaskPool()
afterAll(() => tasks.close())
let parser: CanaryParser
beforeAll(async () => {
  parser = createCanaryParser(await loadCheckTypes(), tasks)
})

async function variablesOfChecks(spec: Record<string, unknown>): Promise<Record<string, string>[]> {
  const parsed = await parser.parseSpec(spec)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.failure))
  return parsed.value.checks.map((check) => variablesOf(check.spec))
}

const problems = async (spec: Record<string, unknown>) => {
  const parsed = await parser.parseSpec(spec)
  return parsed.ok ? [] : parsed.failure.map(({ path, message }) => `${path}: ${message}`)
}

describe('variables of a canary', () => {
  test('are those of every check, below its own', async () => {
    expect(
      (
        await variablesOfChecks({
          env: [
            { name: 'HOST', value: 'a' },
            { name: 'KEY', value: { value: 'b' } },
          ],
          http: [{ name: 'web', url: 'http://x.example', env: [{ name: 'HOST', value: 'own' }] }],
          tcp: [{ name: 'port', endpoint: 'x:1' }],
          exec: [{ name: 'shell', script: 'x', env: [{ name: 'MORE', value: 'c' }] }],
        })
      ).toSorted((a, b) => Object.keys(a).length - Object.keys(b).length),
    ).toEqual(
      [
        { HOST: 'own', KEY: 'b' },
        { HOST: 'a', KEY: 'b' },
        { MORE: 'c', HOST: 'a', KEY: 'b' },
      ].toSorted((a, b) => Object.keys(a).length - Object.keys(b).length),
    )
  })

  test('are no part of what the checks are stored as', async () => {
    const parsed = await parser.parseSpec({
      env: [{ name: 'A', value: 'b' }],
      tcp: [{ name: 'port', endpoint: 'x:1' }],
    })
    expect(parsed.ok && parsed.value.input['tcp']).toEqual([{ name: 'port', endpoint: 'x:1' }])
  })

  test('that are wrong are told of once, where they are', async () => {
    const tcp = [
      { name: 'port', endpoint: 'x:1' },
      { name: 'other', endpoint: 'x:2' },
    ]
    expect(await problems({ env: [{ name: '1st', value: 'b' }], tcp })).toEqual([
      'env[0].name: not the name of a variable',
    ])
    expect((await problems({ env: [{ nam: 'A', value: 'b' }], tcp })).toSorted()).toEqual([
      'env[0].nam: unknown key "nam"; did you mean "name"?',
      'env[0].name: This field is required',
    ])
    const own = [
      {
        name: 'port',
        endpoint: 'x:1',
        env: [
          { name: 'A', value: 'b' },
          { name: '-', value: 'b' },
        ],
      },
    ]
    expect(await problems({ env: [{ name: 'A', value: 'b' }], tcp: own })).toEqual([
      'tcp[0].env[1].name: not the name of a variable',
    ])
  })
})
