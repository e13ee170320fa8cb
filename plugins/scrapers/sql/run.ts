import { queryMssql } from '@binnacle/clients/sql/mssql'
import { queryMysql } from '@binnacle/clients/sql/mysql'
import { queryPostgres } from '@binnacle/clients/sql/postgres'
import { MOST_COUNTED, type RowUse, sqlUrl, sqlValue } from '@binnacle/plugin-kit/checks'
import { type CheckOutcome, credentialsOf, healthy, type Json } from '@binnacle/plugin-kit/core'
import type { RunScraper, ScrapeContext } from '@binnacle/plugin-kit/scrapers'
import { fault, UNRESOLVED } from '../faults.ts'
import { type DatabaseAddress, readDatabase } from './databases.ts'
import type { SqlSpec } from './spec.ts'

/** Most characters of all rows as JSON. */
const MOST_CHARACTERS = 67_108_864

/** The document of a row: its only value, or an object of all. */
function documentOf(row: object): Json {
  const values = Object.values(row)
  return values.length === 1 ? sqlValue(values[0]) : sqlValue(row)
}

/** Keeps all rows. More than a scraper may read end the query. */
function keepRows(): RowUse & { rows: readonly Json[] } {
  const rows: Json[] = []
  let characters = 0
  return {
    rows,
    add(row) {
      const document = documentOf(row)
      characters += JSON.stringify(document).length
      if (rows.length === MOST_COUNTED) throw new RangeError(`the answer has more than ${MOST_COUNTED} rows`)
      if (characters > MOST_CHARACTERS)
        throw new RangeError(`the rows have more than ${MOST_CHARACTERS / 1_048_576} million characters`)
      rows.push(document)
    },
    outcome: (details) => healthy({ details }),
  }
}

function send(
  spec: SqlSpec,
  found: DatabaseAddress,
  rows: RowUse,
  context: ScrapeContext,
): Promise<CheckOutcome> {
  const query = { ...spec, authentication: spec.auth }
  const account = credentialsOf(query)
  if (found.driver === 'postgres')
    return queryPostgres(query, { ...found.address, ...account }, context, rows)
  if (found.driver === 'mysql') return queryMysql(query, { ...found.address, ...account }, context, rows)
  return queryMssql(query, { ...found.address, ...account }, context, rows)
}

export const run: RunScraper<SqlSpec> = async function* (spec, context) {
  const url = sqlUrl(spec)
  const found = url === undefined ? UNRESOLVED : readDatabase(url, spec.driver)
  if (typeof found === 'string') {
    yield fault(context.redact(found))
    return
  }
  const kept = keepRows()
  const outcome = await send(spec, found, kept, context)
  if (outcome.state !== 'healthy') {
    yield fault(context.redact(outcome.error ?? 'the query failed'))
    return
  }
  const { host, port, database } = found.address
  const source = `${found.driver}://${host}:${port}/${database ?? ''}`
  context.log(`${source}: ${kept.rows.length} ${kept.rows.length === 1 ? 'row' : 'rows'}`)
  for (const config of kept.rows) yield { kind: 'item', config, source }
  yield { kind: 'complete' }
}
