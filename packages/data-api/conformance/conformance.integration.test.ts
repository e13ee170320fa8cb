import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Client, Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createDataService, type DataService } from '../src/index.ts'
import type { Case } from './case.ts'
import { aggregateCases } from './cases/aggregates.ts'
import { embeddingFilterCases } from './cases/embedding-filters.ts'
import { embeddingCases } from './cases/embedding.ts'
import { errorCases } from './cases/errors.ts'
import { functionCases } from './cases/functions.ts'
import { horizontalFilterCases } from './cases/horizontal-filters.ts'
import { insertCases } from './cases/insert.ts'
import { jsonCases } from './cases/json.ts'
import { logicCases } from './cases/logic.ts'
import { mediaTypeCases } from './cases/media-types.ts'
import { openapiCases } from './cases/openapi.ts'
import { orderPageCountCases } from './cases/order-page-count.ts'
import { preferCases } from './cases/prefer.ts'
import { schemaCases } from './cases/schemas.ts'
import { selectCases } from './cases/select.ts'
import { toleranceCases } from './cases/tolerances.ts'
import { updateDeleteCases } from './cases/update-delete.ts'
import { upsertCases } from './cases/upsert.ts'

const chapters: Readonly<Record<string, readonly Case[]>> = {
  'horizontal filters': horizontalFilterCases,
  logic: logicCases,
  json: jsonCases,
  select: selectCases,
  embedding: embeddingCases,
  'embedding filters': embeddingFilterCases,
  aggregates: aggregateCases,
  'order, page, count': orderPageCountCases,
  'media types': mediaTypeCases,
  prefer: preferCases,
  insert: insertCases,
  upsert: upsertCases,
  'update and delete': updateDeleteCases,
  functions: functionCases,
  schemas: schemaCases,
  openapi: openapiCases,
  errors: errorCases,
  tolerances: toleranceCases,
}

const DATA_BEGINS = '\n-- data\n'
const database = `test_${randomUUID().replaceAll('-', '')}`
const connection = { ...inject('postgres'), database }
const pool = new Pool({ ...connection, max: 4 })
// The database is dropped while connections are still closing.
pool.on('error', () => undefined)
pool.on('connect', (client) => client.on('error', () => undefined))
const services = new Map<string, DataService<undefined>>()
let restoreData = ''

async function administer(statement: string): Promise<void> {
  const client = new Client(inject('postgres'))
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** One statement list that empties all tables, starts all sequences again and loads the data again. */
async function composeRestore(data: string): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name
     from pg_tables where schemaname in ('api', 'other', 'private')`,
  )
  const { rows: sequences } = await pool.query<{ name: string; start: string }>(
    `select format('%I.%I', schemaname, sequencename) as name, start_value::text as start
     from pg_sequences where schemaname in ('api', 'other', 'private')`,
  )
  // Deleting a few rows takes a fraction of the time of truncating; a replica checks no foreign keys meanwhile.
  return [
    "begin; set local session_replication_role = 'replica'",
    ...tables.map(({ name }) => `delete from ${name}`),
    ...sequences.map(({ name, start }) => `select setval('${name}', ${start}, false)`),
    `${data.trim()} commit`,
  ].join(';\n')
}

async function serviceWith(options: Case['options'] = {}): Promise<DataService<undefined>> {
  const key = JSON.stringify(options)
  const known = services.get(key)
  if (known !== undefined) return known
  const service = createDataService<undefined>({
    connection,
    connections: 2,
    schemas: ['api', 'other'],
    ...options,
  })
  await service.reload()
  services.set(key, service)
  return service
}

async function send(item: Case): Promise<Response> {
  const service = await serviceWith(item.options)
  const headers = new Headers(item.headers)
  if (item.body !== undefined && !headers.has('content-type')) headers.set('content-type', 'application/json')
  const body = item.body === undefined ? item.text : JSON.stringify(item.body)
  const request = new Request(`http://data${item.path}`, {
    method: item.method ?? 'GET',
    headers,
    ...(body === undefined ? {} : { body }),
  })
  return service.handle(request, { actor: undefined })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Shown by the comparison that follows.
    return text
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

async function assertAnswer(item: Case): Promise<void> {
  const { status, headers = {}, body, includes, text } = item.answer
  const response = await send(item)
  const received = await response.text()
  const receivedHeaders = Object.keys(headers).map((name) => [name, response.headers.get(name)])
  expect({
    status: response.status,
    headers: Object.fromEntries(receivedHeaders),
    body: body === undefined ? undefined : parse(received),
    text: text === undefined ? undefined : received,
  }).toEqual({ status, headers, body, text })
  expect(isRecord(includes) ? parse(received) : {}).toMatchObject(isRecord(includes) ? includes : {})
}

async function assertAfterwards({ path, body }: NonNullable<Case['afterwards']>): Promise<void> {
  const service = await serviceWith()
  const response = await service.handle(new Request(`http://data${path}`), { actor: undefined })
  expect({ status: response.status, body: parse(await response.text()) }).toEqual({ status: 200, body })
}

beforeAll(async () => {
  await administer(`create database ${database}`)
  await administer(`alter database ${database} set timezone to 'UTC'`)
  const fixture = await readFile(new URL('fixture.sql', import.meta.url), 'utf8')
  await pool.query(fixture)
  await pool.query('analyze')
  restoreData = await composeRestore(fixture.slice(fixture.indexOf(DATA_BEGINS)))
})

afterAll(async () => {
  for (const service of services.values()) await service.close()
  await pool.end()
  await administer(`drop database if exists ${database} with (force)`)
})

test('every title is used once', () => {
  const titles = Object.values(chapters).flatMap((cases) => cases.map(({ title }) => title))
  expect(titles.filter((title, position) => titles.indexOf(title) !== position)).toEqual([])
})

describe.each(Object.entries(chapters))('%s', (_chapter, cases) => {
  test.each(cases)('$title', async (item) => {
    let passed = false
    try {
      await assertAnswer(item)
      if (item.afterwards !== undefined) await assertAfterwards(item.afterwards)
      passed = true
    } finally {
      // A failing case may have written where it should not have.
      if (item.writes === true || !passed) await pool.query(restoreData)
    }
  })
})
