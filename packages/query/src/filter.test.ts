import { describe, expect, test } from 'vitest'
import type { TableField } from './fields.ts'
import { conditionFilter } from './filter.ts'
import { parseQuery } from './parse.ts'
import { validateSearch } from './search.ts'

const fields: TableField[] = [
  { kind: 'text', name: 'name', help: '', column: 'name' },
  { kind: 'text', name: 'action', help: '', column: 'action', lower: true },
  { kind: 'text', name: 'type', help: '', column: 'types', list: true },
  {
    kind: 'choice',
    name: 'status',
    help: '',
    column: 'status',
    values: ['failed', 'success'],
    stored: (value) => value.toUpperCase(),
  },
  { kind: 'time', name: 'created', help: '', column: 'created_at' },
  { kind: 'number', name: 'runs', help: '', column: 'runs', largest: 2_147_483_647 },
  { kind: 'number', name: 'cost', help: '', column: 'cost' },
  { kind: 'map', name: 'labels', help: '', column: 'labels', keyed: true },
]
const setup = { words: ['name', 'note'], now: new Date('2026-11-24T13:14:15.678Z') }

function search(text: string) {
  const parsed = parseQuery(text)
  if (!parsed.ok) throw new Error(parsed.failure.message)
  return validateSearch(parsed.value, fields)
}

function filterOf(text: string): string {
  const found = search(text)
  if (!found.ok || found.value.condition === undefined) throw new Error('no condition')
  const filter = conditionFilter(found.value.condition, setup)
  return filter.ok ? filter.value : `refused: ${filter.failure}`
}

describe('the filter of a query', () => {
  test.each([
    ['web', 'or(name.ilike."*web*",note.ilike."*web*")'],
    ['-web', 'and(or(name.is.null,name.not.ilike."*web*"),or(note.is.null,note.not.ilike."*web*"))'],
    ['name=web', 'name.ilike."web"'],
    ['name=web*', 'name.ilike."web*"'],
    ['name=a,b', 'or(name.ilike."a",name.ilike."b")'],
    ['name!=a,b*', 'or(name.is.null,and(name.not.ilike."a",name.not.ilike."b*"))'],
    [String.raw`name="50%_\\"`, String.raw`name.ilike."50\\%\\_\\\\"`],
    ['name="a*(b)"', String.raw`name.imatch."^a\\*\\(b\\)$"`],
    [String.raw`name="say \"hi\", (no)"`, String.raw`name.ilike."say \"hi\", (no)"`],
    ['type=http', 'types.imatch."(^|,)http(,|$)"'],
    ['type=h*p', 'types.imatch."(^|,)h[^,]*p(,|$)"'],
    ['action=Create,x*', 'or(action.in.("create"),action.ilike."x*")'],
    ['status=failed,Success', 'status.in.("FAILED","SUCCESS")'],
    ['status!=failed', 'or(status.is.null,status.not.in.("FAILED"))'],
    ['created>now-1h', 'created_at.gt."2026-11-24T12:14:15.678Z"'],
    ['created>=now/d', 'created_at.gte."2026-11-24T00:00:00.000Z"'],
    ['created<now-1w/w', 'created_at.lt."2026-11-16T00:00:00.000Z"'],
    ['created<now/M', 'created_at.lt."2026-11-01T00:00:00.000Z"'],
    ['created<now/y', 'created_at.lt."2026-01-01T00:00:00.000Z"'],
    ['created<now/m', 'created_at.lt."2026-11-24T13:14:00.000Z"'],
    ['created<now/h', 'created_at.lt."2026-11-24T13:00:00.000Z"'],
    ['-created<2026-11-22', 'or(created_at.is.null,created_at.not.lt."2026-11-22T00:00:00.000Z")'],
    ['runs=1,2', 'runs.in.("1","2")'],
    ['runs=1.5', 'and(runs.is.null,runs.not.is.null)'],
    ['runs!=1.5', 'or(runs.is.null,runs.not.is.null)'],
    ['runs<2.5', 'runs.lte."2"'],
    ['runs<2', 'runs.lte."1"'],
    ['runs>2.5', 'runs.gte."3"'],
    ['runs>=1e12', 'and(runs.is.null,runs.not.is.null)'],
    ['runs<1e12', 'runs.not.is.null'],
    ['-runs<1e12', 'runs.is.null'],
    ['cost>=2.5', 'cost.gte."2.5"'],
    ['labels.team=web', 'labels->>"team".ilike."web"'],
    ['labels.team!=web', 'or(labels->>"team".is.null,labels->>"team".not.ilike."web")'],
    ['labels.team', 'labels->"team".not.is.null'],
    ['!labels."my \\"key\\""', String.raw`labels->"my \"key\"".is.null`],
    ['name=a | (name=b cost=1)', 'or(name.ilike."a",and(name.ilike."b",cost.in.("1")))'],
    ['name=a (name=b cost=1)', 'and(name.ilike."a",name.ilike."b",cost.in.("1"))'],
    ['-(name=a | name=b)', 'and(or(name.is.null,name.not.ilike."a"),or(name.is.null,name.not.ilike."b"))'],
    ['""', 'or(name.is.null,name.not.is.null)'],
  ])('%s is %s', (text, expected) => {
    expect(filterOf(text)).toBe(expected)
  })

  test('compares a column with the values that are known to pass', () => {
    const found = search('name=a*,b -web')
    if (!found.ok || found.value.condition === undefined) throw new Error('no condition')
    const known: Readonly<Record<string, readonly string[]>> = {
      'name.ilike."a*"': ['abc', 'a,"d"'],
      'name.ilike."b"': [],
      'name.ilike."*web*"': [],
    }
    const valuesOf = (column: string, columnTest: string) => {
      const values = known[`${column}.${columnTest}`]
      return values && { column: 'name_id', values }
    }
    expect(conditionFilter(found.value.condition, { ...setup, valuesOf })).toEqual({
      ok: true,
      value: String.raw`and(name_id.in.("abc","a,\"d\""),or(name.is.null,name.not.is.null),or(note.is.null,note.not.ilike."*web*"))`,
    })
  })

  test('needs the key of a field that is compared by key only', () => {
    expect(search('labels=web')).toEqual({
      ok: false,
      failure: { message: 'Compare one key of "labels", such as labels.team=web.', from: 0, to: 10 },
    })
  })

  test('is refused where it does not fit into an address, or is nested too deep', () => {
    const refused = 'refused: This query is too long for this list: search for less at once.'
    expect(filterOf('w'.repeat(1_990))).toMatch(/^or/)
    expect(filterOf('界'.repeat(1_990))).toBe(refused)
    expect(filterOf(`${'(a | b '.repeat(18)}c${')'.repeat(18)}`)).toBe(refused)
    expect(filterOf(`${'(a | b '.repeat(6)}c${')'.repeat(6)}`)).toMatch(/^or/)
  })
})
