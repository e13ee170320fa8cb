import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseArrangement, printArrangement, unarranged } from './arrangement.ts'

const ids = fc.array(fc.string())
const arrangements = fc.record({
  hidden: ids.map((own) => new Set(own)),
  pinned: ids.map((own) => new Set(own)),
  moved: fc
    .array(fc.tuple(fc.uuid(), fc.record({ x: fc.integer(), y: fc.integer() })))
    .map((own) => new Map(own)),
  toggled: ids,
  direction: fc.constantFrom('LR' as const, 'TB' as const),
  lines: fc.constantFrom('bezier' as const, 'smoothstep' as const),
})

test('what a person pinned, hid and moved is as it was when the graph opens again', () => {
  fc.assert(
    fc.property(arrangements, (arrangement) => {
      expect(parseArrangement(printArrangement(arrangement))).toEqual(arrangement)
    }),
  )
})

test('a text that is no arrangement arranges nothing', () => {
  for (const text of [undefined, '', '{', '[]', '{"hidden":3}', 'null'])
    expect(parseArrangement(text)).toEqual(unarranged)
})
