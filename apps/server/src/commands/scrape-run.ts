import { randomBytes } from 'node:crypto'
import {
  createMask,
  createScraperParser,
  loadScraperTypes,
  readScraperFile,
  type StoreInput,
  type ScraperDocument,
  type ScrapePreview,
  scrapeOnce,
} from '../modules/catalog/index.ts'
import { findFiles, nameFromFile } from '../modules/health/index.ts'
import { createSecrets } from '../platform/secrets.ts'
import { createTurns } from '../platform/turns.ts'
import { MISUSE } from '../misuse.ts'
import { printable, printableJson } from './printable.ts'
import { describeProblem, openRunDependencies, type RunDependencies } from './run-dependencies.ts'
import { readSettings, UNUSED_BY_CHECK_RUN } from './settings.ts'

const FAULTY = 1

function print(text: string): void {
  console.log(printable(text))
}

function withoutKind<One extends { kind: string }>(one: One): Omit<One, 'kind'> {
  const { kind: _kind, ...rest } = one
  return rest
}

/** What a run found, by what it is. */
function sortEntries(found: readonly StoreInput[]) {
  const of = <Kind extends StoreInput['kind']>(kind: Kind) =>
    found.filter((one): one is Extract<StoreInput, { kind: Kind }> => one.kind === kind).map(withoutKind)
  return {
    // The id of an item depends on the id of its scraper. A scraper of a file has none.
    items: of('item').map((item) => {
      const { id: _ofNoScraper, ...shown } = item
      return shown
    }),
    changes: of('change'),
    dropped: of('dropped'),
    insights: of('insight'),
    costs: of('cost'),
    deletions: of('deletion'),
    complete: of('complete'),
    faults: [...of('fault').map((fault) => ({ item: undefined, ...fault })), ...of('item-fault')],
  }
}
type SortedEntries = ReturnType<typeof sortEntries>

const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`

function printRun({ metadata }: ScraperDocument, entries: SortedEntries): void {
  print(`\n${metadata.namespace}/${metadata.name}`)
  for (const { type, name, health, status, externalIds } of entries.items)
    print(
      `  ${[type, name, externalIds[0] === name ? '' : externalIds[0], health, status].filter(Boolean).join('  ')}`,
    )
  for (const { type, item, summary = '' } of entries.changes)
    print(`  change ${type} of ${item.externalId}${summary === '' ? '' : `: ${summary}`}`)
  for (const { type, item, summary } of entries.insights)
    print(`  insight ${type} of ${item.externalId}${summary === undefined ? '' : `: ${summary}`}`)
  for (const {
    of: [item],
    days,
    currency,
  } of entries.costs)
    print(
      `  cost of ${item?.externalId ?? ''}: ${Object.values(days)
        .reduce((sum, amount) => sum + amount, 0)
        .toFixed(2)} ${currency} in ${counted(Object.keys(days).length, 'day')}`,
    )
  for (const { item } of entries.deletions) print(`  gone ${item.externalId}`)
  for (const { item, message } of entries.faults)
    print(`  ✘ ${item === undefined ? '' : `${item}: `}${message.replaceAll('\n', '\n    ')}`)
  const { items, changes, dropped, insights, faults } = entries
  print(
    `  ${[counted(items.length, 'item'), counted(changes.length, 'change'), counted(insights.length, 'insight'), counted(faults.length, 'fault')].join(', ')}${dropped.length === 0 ? '' : `, ${counted(dropped.length, 'change')} left out`}`,
  )
}

/**
 * Runs every scraper of a file (or folder) once, and prints what a run would store.
 * @param asJson whether it prints one JSON document in place of lines
 * @returns 0 when nothing failed, 1 when anything did, 2 when the file or the settings are not valid or there is no scraper
 */
export async function scrapeRun(path: string, asJson: boolean): Promise<number> {
  const settings = readSettings(UNUSED_BY_CHECK_RUN)
  if (settings === undefined) return MISUSE
  const dependencies = await openRunDependencies(settings)
  try {
    return await runFiles(path, settings.secretKey ?? randomBytes(32).toString('hex'), asJson, dependencies)
  } finally {
    await dependencies.close()
  }
}

async function runFiles(
  path: string,
  secretKey: string,
  asJson: boolean,
  given: RunDependencies,
): Promise<number> {
  const types = await loadScraperTypes()
  const parser = createScraperParser(types, given.tasks)
  const found = await findFiles(path)
  if (!found.ok) {
    console.error(found.failure)
    return MISUSE
  }
  // Digests are those of the server where it has the same key.
  const dependencies = { ...given, mask: createMask(createSecrets(secretKey)), turns: createTurns() }
  const never = new AbortController().signal
  const runs: ({ document: ScraperDocument; sorted: SortedEntries } & ScrapePreview)[] = []
  let isInvalid = false
  for (const file of found.value) {
    const text = await file.read()
    const content = text.ok
      ? await readScraperFile(parser, text.value, nameFromFile(file.path))
      : { documents: [], problems: [{ path: '', message: text.failure }] }
    for (const problem of content.problems) console.error(printable(describeProblem(file.path, problem)))
    isInvalid ||= content.problems.length > 0
    for (const document of content.documents) {
      const once = await scrapeOnce(document, dependencies, never)
      const run = { document, sorted: sortEntries(once.found), ...once }
      runs.push(run)
      if (!asJson) printRun(document, run.sorted)
    }
  }
  if (asJson)
    console.log(
      printableJson({
        scrapers: runs.map(({ document: { metadata }, sorted: ready, rules, log }) => ({
          name: metadata.name,
          namespace: metadata.namespace,
          ...ready,
          rules,
          log,
        })),
      }),
    )
  if (isInvalid) return MISUSE
  if (runs.length === 0) {
    console.error(`${path} holds no scraper`)
    return MISUSE
  }
  return runs.some(({ sorted: { faults } }) => faults.length > 0) ? FAULTY : 0
}
