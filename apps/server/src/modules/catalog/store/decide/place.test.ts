import fc from 'fast-check'
import { expect, test } from 'vitest'
import { placeItems } from './place.ts'

const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
const parents = fc
  .array(fc.option(fc.constantFrom(...ids), { nil: undefined }), {
    minLength: ids.length,
    maxLength: ids.length,
  })
  .map((list) => new Map(ids.map((id, place) => [id, list[place] === id ? undefined : list[place]])))

test('a path is the path of the parent with the parent, whatever the parents are', () => {
  fc.assert(
    fc.property(parents, (reported) => {
      const { places, cycles } = placeItems(reported, new Map())
      for (const [id, { parentId, path }] of places) {
        expect(parentId).toBe(cycles.includes(id) ? undefined : reported.get(id))
        const above = parentId === undefined ? undefined : places.get(parentId)
        expect(path).toBe(parentId === undefined ? '' : [above?.path, parentId].filter(Boolean).join('.'))
        expect(path.split('.')).not.toContain(id)
      }
    }),
  )
})

test('items that move one after the other stand where they would if they moved at once', () => {
  fc.assert(
    fc.property(
      parents,
      fc.array(fc.tuple(fc.constantFrom(...ids), fc.constantFrom(...ids)), { maxLength: 10 }),
      (reported, moves) => {
        const stored = new Map(placeItems(reported, new Map()).places)
        for (const [id, parent] of moves) {
          if (id === parent) continue
          const paths = new Map([[parent, stored.get(parent)?.path ?? '']])
          const { places } = placeItems(new Map([[id, parent]]), paths)
          const place = places.get(id)
          if (place !== undefined) stored.set(id, place)
          // As the store does, a level at a time.
          for (let level = [id]; level.length > 0;) {
            const above = new Set(level)
            level = []
            for (const [below, { parentId }] of stored)
              if (parentId !== undefined && above.has(parentId)) {
                stored.set(below, {
                  parentId,
                  path: [stored.get(parentId)?.path, parentId].filter(Boolean).join('.'),
                })
                level.push(below)
              }
          }
        }
        const atOnce = placeItems(new Map([...stored].map(([id, { parentId }]) => [id, parentId])), new Map())
        expect(atOnce.cycles).toEqual([])
        expect(new Map(stored)).toEqual(new Map(atOnce.places))
      },
    ),
  )
})

test('what stands too deep is stored without a parent', () => {
  const chain = new Map(
    Array.from({ length: 80 }, (_, depth) => [`i${depth}`, depth === 0 ? undefined : `i${depth - 1}`]),
  )
  const { places, cycles } = placeItems(chain, new Map())
  expect(cycles).toEqual(['i51'])
  expect(places.get('i52')?.path).toBe('i51')
})
