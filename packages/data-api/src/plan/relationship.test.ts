import { describe, expect, test } from 'vitest'
import { type ForeignKey, relationshipsOf } from '../catalog/relationships.ts'
import type { Catalog, Relation } from '../catalog/types.ts'
import { outcomeOf } from '../../testing/parsers.ts'
import { findRelationship, isToOne, suggest } from './relationship.ts'

function relation(
  name: string,
  primaryKey: readonly string[] = ['id'],
  kind: Relation['kind'] = 'table',
): Relation {
  return {
    schema: 'api',
    name,
    kind,
    partition: false,
    columns: new Map(),
    primaryKey,
    insertable: true,
    updatable: true,
    deletable: true,
    description: null,
  }
}

function key(
  constraint: string,
  origin: Relation,
  columns: readonly (readonly [string, string])[],
  target: Relation,
  unique = false,
): ForeignKey {
  return { constraint, origin, target, columns, tables: [origin.name, target.name], unique }
}

const films = relation('films')
const people = relation('people')
const roles = relation('roles', ['film_id', 'person_id'])
const posters = relation('posters')
const categories = relation('categories')
const filmsView = relation('best_films', ['id'], 'view')

const keys = [
  key('films_director_fkey', films, [['director_id', 'id']], people),
  key('films_writer_fkey', films, [['writer_id', 'id']], people),
  key('roles_film_fkey', roles, [['film_id', 'id']], films),
  key('roles_person_fkey', roles, [['person_id', 'id']], people),
  key('posters_film_fkey', posters, [['film_id', 'id']], films, true),
  key('categories_parent_fkey', categories, [['parent_id', 'id']], categories),
  key('roles_film_fkey', roles, [['film_id', 'id']], filmsView),
]
const all = relationshipsOf(keys, () => true)
const catalog: Catalog = {
  comments: new Map(),
  schemas: ['api'],
  relations: new Map(),
  relationships: Map.groupBy(all, ({ origin }) => origin),
  functions: new Map(),
  computedColumns: new Map(),
  types: new Map(),
  timeZones: new Set(),
}

const find = (origin: Relation, name: string, hint?: string) =>
  outcomeOf(() => findRelationship(catalog, origin, name, hint))

describe('findRelationship', () => {
  test.each([
    ['a name', roles, 'films', undefined, 'films', 'many-to-one'],
    ['a name, backwards', films, 'roles', undefined, 'roles', 'one-to-many'],
    ['a unique key', posters, 'films', undefined, 'films', 'one-to-one'],
    ['a unique key, backwards', films, 'posters', undefined, 'posters', 'one-to-one'],
    ['the name of a key', films, 'films_writer_fkey', undefined, 'people', 'many-to-one'],
    ['the column of a key', films, 'director_id', undefined, 'people', 'many-to-one'],
    ['a hint with the key', films, 'people', 'films_writer_fkey', 'people', 'many-to-one'],
    ['a hint with the column', films, 'people', 'writer_id', 'people', 'many-to-one'],
    ['a hint with the junction', films, 'people', 'roles', 'people', 'many-to-many'],
    ['its own name', categories, 'categories', undefined, 'categories', 'one-to-many'],
    ['the column to its own kind', categories, 'parent_id', undefined, 'categories', 'many-to-one'],
    ['a table before a view, by the key', roles, 'roles_film_fkey', undefined, 'films', 'many-to-one'],
    ['a view by its name', roles, 'best_films', undefined, 'best_films', 'many-to-one'],
  ] as const)('finds the way by %s', (_way, origin, name, hint, target, cardinality) => {
    const outcome = find(origin, name, hint)
    expect(outcome).toMatchObject({ result: { target: { name: target }, cardinality } })
    expect('result' in outcome && isToOne(outcome.result)).toBe(cardinality.endsWith('-one'))
  })

  test('asks which way where there are several', () => {
    const outcome = outcomeOfAny(() => findRelationship(catalog, films, 'people', undefined))
    expect(outcome).toMatchObject({
      status: 300,
      body: {
        code: 'PGRST201',
        hint: expect.stringContaining(
          "'people!films_director_fkey', 'people!films_writer_fkey', 'people!roles'",
        ),
      },
    })
  })

  test.each([
    ['poster', undefined, "Perhaps you meant 'posters' instead of 'poster'."],
    ['people', 'nothing', null],
    ['nothing', undefined, null],
  ])('finds no way by %s and hint %s', (name, hint, expected) => {
    expect(find(films, name, hint)).toMatchObject({
      refusal: { status: 400, body: { code: 'PGRST200', hint: expected } },
    })
  })

  test('leads through no hidden junction, and to no hidden relation', () => {
    const visible = relationshipsOf(keys, (candidate) => candidate !== roles)
    expect(visible.filter(({ cardinality }) => cardinality === 'many-to-many')).toEqual([])
    expect(visible.filter(({ origin, target }) => origin === roles || target === roles)).toEqual([])
  })
})

/** The answer 300 is no refusal of a request, but a question. */
function outcomeOfAny(find: () => unknown): unknown {
  try {
    return find()
  } catch (error) {
    return error
  }
}

describe('suggest', () => {
  const names = ['title', 'director_id', 'year']

  test.each([
    ['titel', 'title'],
    ['TITLE', 'title'],
    ['directorid', 'director_id'],
    ['completely_different', undefined],
    ['', undefined],
  ])('for %j is %s', (name, expected) => {
    expect(suggest(name, names)).toBe(expected)
  })

  test('does not search for what is longer than any name', () => {
    const start = process.threadCpuUsage()
    const many = Array.from({ length: 1_000 }, (_, number) => `a column of the table ${number}`)
    expect(suggest('x'.repeat(100_000), many)).toBeUndefined()
    expect(process.threadCpuUsage(start).user / 1_000).toBeLessThan(500)
  })
})
