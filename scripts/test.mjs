// npm test: installs what the tests need, then runs everything. Options:
//   --no-install       install nothing; what is missing is skipped and named
//   --only A,B         of static, unit, integration, browser
//   --changed          static checks, and the tests that can see what changed since this branch left main
//   --against REF      with --changed: since it left this branch, tag or commit
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { ensureStoriesBuilt, ensureWebBuilt } from './lib/build.mjs'
import { affectedTests, changedFiles, workspaces } from './lib/changed.mjs'
import { ensureInstalled, isInstalled } from './lib/install.mjs'
import { productNode } from './lib/node.mjs'
import { inProject } from './lib/paths.mjs'
import { run } from './lib/run.mjs'
import { main, say, Stop } from './lib/say.mjs'
import { runStaticChecks } from './lib/static-checks.mjs'
import { createTimes } from './lib/times.mjs'
import { findChromium, installTools, missingTools } from './lib/tools.mjs'

const parts = ['static', 'unit', 'integration', 'browser']
const results = inProject('test-results')
/** A log that is no terminal shows the codes of colors as they are; some programs write them in CI even so. */
const colors = process.stdout.isTTY ? {} : { NO_COLOR: '1' }
const tally = { passed: 0, failed: 0, skipped: 0 }

const times = createTimes()

async function checkStatically(node) {
  const { passed, failed } = await runStaticChecks(node)
  tally.passed += passed
  tally.failed += failed
}

/** Adds up a report; a run that left none has failed. */
function count(name, code, read) {
  const file = inProject('test-results', `${name}.json`)
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
  const { passed = 0, failed = 0, skipped = [] } = report === undefined ? {} : read(report)
  tally.passed += passed
  tally.failed += failed
  tally.skipped += skipped.length
  for (const title of skipped) say(`skipped  ${title}`)
  if (code !== 0 && failed === 0) {
    tally.failed += 1
    say(`FAILED  ${name}: the run ended with code ${code}`)
  }
}

function readVitest(report) {
  const tests = report.testResults.flatMap((file) => file.assertionResults)
  for (const file of report.testResults) times.addFile(file.name, file.endTime - file.startTime)
  return {
    passed: tests.filter((test) => test.status === 'passed').length,
    failed: tests.filter((test) => test.status === 'failed').length,
    skipped: tests.filter((test) => !['passed', 'failed'].includes(test.status)).map((test) => test.fullName),
  }
}

function* specsOf(suite, titles = []) {
  for (const spec of suite.specs ?? []) yield { ...spec, fullName: [...titles, spec.title].join(' › ') }
  for (const inner of suite.suites ?? []) yield* specsOf(inner, [...titles, inner.title])
}

function readPlaywright(report) {
  const specs = report.suites.flatMap((suite) => [...specsOf(suite)])
  for (const spec of specs)
    for (const { duration } of spec.tests.flatMap((test) => test.results))
      times.addFile(`e2e/${spec.file}`, duration)
  const skipped = specs.filter((spec) => spec.tests.every((test) => test.status === 'skipped'))
  const failed = specs.filter((spec) => !spec.ok)
  return {
    passed: specs.length - skipped.length - failed.length,
    failed: failed.length + (report.errors?.length > 0 && failed.length === 0 ? 1 : 0),
    skipped: skipped.map((spec) => spec.fullName),
  }
}

/** Runs the projects of an area, which have its name or one that begins with it. @param {string[]} paths of tests */
async function runVitest(node, area, paths) {
  const args = [inProject('node_modules', 'vitest', 'vitest.mjs'), 'run', '--project', `${area}*`]
  const reporters = [
    '--reporter',
    'minimal',
    '--reporter',
    'json',
    '--outputFile.json',
    inProject('test-results', `${area}.json`),
  ]
  // A folder that a change can affect may have no tests of this kind.
  const chosen = paths.length > 0 ? ['--passWithNoTests', ...paths] : []
  say(`Running the ${area} tests; only those that fail are shown.`)
  const { code } = await run(node, [...args, ...reporters, ...chosen], { env: colors })
  count(area, code, readVitest)
}

/** @param {string[]} paths of specs */
async function runBrowser(node, paths) {
  const chromium = findChromium()
  const playwright = [
    inProject('node_modules', '@playwright', 'test', 'cli.js'),
    'test',
    '--config',
    inProject('e2e', 'playwright.config.ts'),
  ]
  if (chromium === undefined) {
    const listed = await run(node, [...playwright, ...paths, '--list', '--reporter', 'json'], { quiet: true })
    const report = JSON.parse(listed.output.slice(listed.output.indexOf('{')))
    const specs = report.suites.flatMap((suite) => [...specsOf(suite)])
    for (const spec of specs) say(`skipped  ${spec.fullName} (no Chromium)`)
    tally.skipped += specs.length
    return
  }
  await times.measure('builds', async () => {
    await ensureWebBuilt(node)
    await ensureStoriesBuilt(node)
  })
  const { code } = await times.measure('browser', () =>
    run(node, [...playwright, ...paths], { env: { ...colors, BINNACLE_CHROMIUM: chromium } }),
  )
  count('browser', code, readPlaywright)
}

/** What a change can affect, said: files of tests and folders, or undefined for all. */
async function findAffected(against = 'main') {
  const files = await changedFiles(against)
  const affected = affectedTests(files, workspaces())
  const places = affected?.filter((path) => existsSync(inProject(path)))
  say(
    `${files.length} files changed since this branch left ${against}; they can affect ${places === undefined ? 'all tests' : `the tests of ${places.join(', ') || 'nothing'}`}.`,
  )
  return places
}

await main(async () => {
  const { values } = parseArgs({
    options: {
      'no-install': { type: 'boolean' },
      only: { type: 'string' },
      changed: { type: 'boolean' },
      against: { type: 'string' },
    },
  })
  const only = values.only?.split(',') ?? parts
  const unknown = only.find((part) => !parts.includes(part))
  if (unknown !== undefined) throw new Stop(`There is no part "${unknown}"; choose of ${parts.join(', ')}.`)
  if (values.against !== undefined && values.changed !== true)
    throw new Stop('--against says since when something changed: add --changed.')
  const affected = values.changed === true ? await findAffected(values.against) : undefined
  const mayInstall = values['no-install'] !== true

  const missing = missingTools()
  const plan = [
    ...(isInstalled() ? [] : ['the npm packages of package-lock.json, into node_modules']),
    ...missing.map((tool) => tool.plan),
  ]
  say(
    plan.length === 0
      ? 'Everything that the tests need is installed.'
      : `The tests need, and ${mayInstall ? 'will install' : 'lack'}:\n${plan.map((line) => `  - ${line}`).join('\n')}${mayInstall ? '\n(npm test -- --no-install to install nothing)' : ''}`,
  )
  if (mayInstall) await times.measure('install', ensureInstalled)
  else if (!existsSync(inProject('node_modules')))
    throw new Stop('The npm packages are not installed: run npm test without --no-install.')
  const node = await productNode()
  if (mayInstall) await times.measure('install', () => installTools(missing, node))

  rmSync(results, { recursive: true, force: true })
  mkdirSync(results, { recursive: true })
  if (only.includes('static')) await times.measure('static', () => checkStatically(node))
  for (const area of ['unit', 'integration'].filter((part) => only.includes(part))) {
    const paths = affected?.filter((path) => !path.startsWith('e2e'))
    if (paths?.length === 0) say(`Nothing that changed can affect a test of ${area}.`)
    else await times.measure(area, () => runVitest(node, area, paths ?? []))
  }
  if (only.includes('browser')) {
    const paths = affected?.filter((path) => path.startsWith('e2e'))
    if (paths?.length === 0) say('Nothing that changed can affect a test in the browser.')
    else await runBrowser(node, paths ?? [])
  }
  if (readdirSync(results).length === 0) rmSync(results, { recursive: true })
  else times.save(inProject('test-results', 'times.json'))
  say(`\n${times.lines().join('\n')}`)

  process.stdout.write(
    `${tally.passed} passed, ${tally.failed} failed${tally.skipped > 0 ? `, ${tally.skipped} skipped` : ''}\n`,
  )
  return tally.failed === 0 ? 0 : 1
})
