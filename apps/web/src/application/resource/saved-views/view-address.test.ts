import { array, assert, constantFrom, property, string, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import { addressOf, VIEW_PARAMETER, viewOf } from './view-address.ts'

test('a view is what the list shows, without the page and the open row', () => {
  const search = new URLSearchParams('status=a:1&pageIndex=3&change=7&savedView=x&hide=cost')
  expect(viewOf(search, ['change'])).toBe('hide=cost&status=a%3A1')
})

test('the address of a view shows the same view, with any content', () => {
  const parameter = tuple(constantFrom('status', 'search', 'hide', 'pageIndex', 'a b', '&'), string())
  assert(
    property(array(parameter), (parameters) => {
      const view = viewOf(new URLSearchParams(parameters), [])
      const address = addressOf({ id: 'x', search: view })
      expect(address.get(VIEW_PARAMETER)).toBe('x')
      expect(viewOf(address, [])).toBe(view)
    }),
  )
})
