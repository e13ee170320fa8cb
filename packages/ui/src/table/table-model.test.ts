import { expect, it } from 'vitest'
import { nextSort } from './table-model.ts'

it('sorts up, then down, then by default', () => {
  const up = nextSort({ column: 'age', direction: 'desc' }, 'name')
  expect(up).toEqual({ column: 'name', direction: 'asc' })
  const down = nextSort(up, 'name')
  expect(down).toEqual({ column: 'name', direction: 'desc' })
  expect(nextSort(down, 'name')).toBeUndefined()
  expect(nextSort(undefined, 'name')).toEqual(up)
})
