import { expect, test } from 'vitest'
import { changeFilters, changesBody, directionOf } from './filters.ts'

const parse = (search: string) => changeFilters.parse(new URLSearchParams(search))
const setup = { from: 'now-2d', to: 'now', configId: undefined, hideDeleted: true, showArchived: false }

test('an empty address asks for the newest 200 changes [CHG-006][CHG-007][CHG-020][CHG-021]', () => {
  expect(changesBody(parse(''), setup)).toEqual({
    from: 'now-2d',
    to: 'now',
    page: 1,
    page_size: 200,
    sort_by: '-created_at',
    recursive: 'none',
    include_deleted_configs: false,
  })
})

test('the address says every filter, and the request names them as the server does [CHG-005][CHG-024]', () => {
  const values = parse(
    'id=1&configTypes=Kubernetes%3A%3APod:1,A:-1&changeType=diff:1&severity=high&tags=a%3Db:1' +
      '&summary=a%5C%2Cb:1&source=x:-1&created_by=p:1&external_created_by=bob:1&pageIndex=2&pageSize=50',
  )
  expect(values.configTypes.size).toBe(1)
  expect(changesBody(values, { ...setup, hideDeleted: false })).toEqual({
    id: '1',
    config_type: '!A',
    type: 'diff',
    severity: 'high',
    tags: 'a=b',
    summary: 'a%2Cb',
    source: '!x',
    created_by: 'p,bob',
    from: 'now-2d',
    to: 'now',
    page: 3,
    page_size: 50,
    sort_by: '-created_at',
    recursive: 'none',
    include_deleted_configs: true,
  })
  expect(changesBody(parse('configType=Kubernetes%3A%3APod'), setup)).toHaveProperty(
    'config_type',
    'Kubernetes::Pod',
  )
})

test('both directions are all, one is that one, and none is the item alone [CHG-013][CHG-022][CHG-025]', () => {
  expect(directionOf(parse(''))).toBe('downstream')
  expect(directionOf(parse('upstream=true'))).toBe('all')
  expect(directionOf(parse('upstream=true&downstream=false'))).toBe('upstream')
  expect(directionOf(parse('downstream=false'))).toBe('none')
  expect(changesBody(parse(''), { ...setup, configId: '7' })).toMatchObject({
    id: '7',
    recursive: 'downstream',
    depth: 5,
  })
})
