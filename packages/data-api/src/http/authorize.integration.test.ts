import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createDataService, type DataService } from '../index.ts'

const database = `test_${randomUUID().replaceAll('-', '')}`
const connection = { ...inject('postgres'), database }
let service: DataService<undefined>

async function administer(statement: string, where: object = {}): Promise<void> {
  const client = new Client({ ...inject('postgres'), ...where })
  await client.connect()
  await client.query(statement)
  await client.end()
}

beforeAll(async () => {
  await administer(`create database ${database}`)
  await administer(
    `create table secrets (id integer primary key, value text);
     create table notes (id integer primary key, text text, secret_id integer references secrets);
     insert into secrets values (1, 'hidden');
     insert into notes values (1, 'a note', 1)`,
    { database },
  )
  service = createDataService<undefined>({
    connection,
    schemas: ['public'],
    tolerances: true,
    authorize: ({ name, action, columns }) =>
      name === 'secrets' || (action === 'select' && columns.includes('text'))
        ? { message: `not ${name}` }
        : undefined,
    // The owner of notes, who leaves everything as it is.
    writer: ({ name }) => (name === 'notes' ? async ({ keys }) => keys : undefined),
  })
  await service.reload()
})

afterAll(async () => {
  await service.close()
  await administer(`drop database ${database} with (force)`)
})

async function patch(query: string, body: object): Promise<[number, string]> {
  const response = await service.handle(
    new Request(`http://localhost/notes?${query}`, {
      method: 'PATCH',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', prefer: 'return=representation' },
    }),
    { actor: undefined },
  )
  return [response.status, await response.text()]
}

test.each([{ text: 'changed' }, {}, { unknown: 1 }])(
  'what an owner answers and filters by is authorized, whatever the body says: %o',
  async (body) => {
    const [embedded, answer] = await patch('id=eq.1&select=id,secrets(value)', body)
    expect(embedded).toBe(403)
    expect(answer).not.toContain('hidden')
    expect((await patch('text=eq.a%20note&select=id', body))[0]).toBe(403)
    expect(await patch('id=eq.1&select=id', body)).toEqual([200, '[{"id":1}]'])
  },
)
