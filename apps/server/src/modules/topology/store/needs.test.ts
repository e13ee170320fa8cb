import { expect, test } from 'vitest'
import { flatten } from './flatten.ts'
import { componentNode } from './testing.ts'

const needsOf = (...roots: Parameters<typeof flatten>[0]) => {
  const { needs, unclearNeeds } = flatten(roots)
  return {
    needs: needs.map(({ component, needed }) => [component, needed].map((key) => JSON.parse(key)[0])),
    problems: unclearNeeds,
  }
}

test('what a component needs is found by its id, then by its name, then by namespace and name, once each', () => {
  const found = needsOf(
    componentNode('web', { needs: ['db', 'Queue', 'fast/cache', 'db'] }),
    componentNode('db', { name: 'Database' }),
    componentNode('another', { name: 'db' }),
    componentNode('q', { name: 'Queue' }),
    componentNode('c', { name: 'cache', namespace: 'fast' }),
  )
  expect(found).toEqual({
    needs: [
      ['web', 'db'],
      ['web', 'q'],
      ['web', 'c'],
    ],
    problems: [],
  })
})

test('what names no component, several or itself is said, and the rest stays', () => {
  const found = needsOf(
    componentNode('web', { needs: ['nobody', 'twin', 'web', 'db'] }),
    componentNode('db'),
    componentNode('one', { name: 'twin' }),
    componentNode('two', { name: 'twin' }),
  )
  expect(found).toEqual({
    needs: [['web', 'db']],
    problems: [
      'web depends on "nobody", which this topology does not have',
      'web depends on "twin", which 2 components are called: name one by its id',
      'web depends on itself, which says nothing',
    ],
  })
})

test('many problems are counted', () => {
  const { problems } = needsOf(
    componentNode('web', { needs: Array.from({ length: 30 }, (_, number) => `nobody ${number}`) }),
  )
  expect(problems).toHaveLength(21)
  expect(problems.at(-1)).toBe('10 more dependencies name no component, or several')
})
