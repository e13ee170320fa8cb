import { expect, test } from 'vitest'
import { callOf, directionOf, relationshipFilters, withIncoming } from './filters.ts'

const parse = (search: string) => relationshipFilters.parse(new URLSearchParams(search))

test('outgoing links are followed at first, incoming ones are not [REL-002]', () => {
  expect(directionOf(parse(''))).toBe('outgoing')
})

test('both are all [REL-004][REL-024]', () => {
  expect(directionOf(parse('incoming=true'))).toBe('all')
  expect(directionOf(parse('incoming=true&outgoing=false'))).toBe('incoming')
  expect(directionOf(parse('outgoing=false'))).toBe('outgoing')
})

test('switching incoming off switches outgoing on [REL-003]', () => {
  expect(withIncoming(false)).toEqual({ incoming: false, outgoing: true })
  expect(withIncoming(true)).toEqual({ incoming: true })
})

test('soft asks for both kinds of relations, ten links deep [REL-005][REL-022][REL-023][REL-025]', () => {
  expect(callOf('1', parse(''), true)).toEqual({
    config_id: '1',
    include_deleted_configs: false,
    max_depth: 10,
    most_nodes: 1_000,
    type_filter: 'outgoing',
    outgoing_relation: 'hard',
  })
  expect(callOf('1', parse('incoming=true&relation=soft'), false)).toEqual({
    config_id: '1',
    include_deleted_configs: true,
    max_depth: 10,
    most_nodes: 1_000,
    type_filter: 'all',
    incoming_relation: 'both',
    outgoing_relation: 'both',
  })
})

test('the address says direction and edge style of the graph [REL-001][REL-013][REL-014]', () => {
  expect(parse('view=graph&direction=TB&edges=smoothstep')).toMatchObject({
    view: 'graph',
    direction: 'TB',
    edges: 'smoothstep',
  })
  expect(parse('view=x&direction=x&edges=x')).toMatchObject({
    view: 'table',
    direction: 'LR',
    edges: 'bezier',
  })
})
