// npm test: installs what the tests need, then runs everything. Options:
//   --no-install       install nothing; what is missing is skipped and named
//   --only A,B         of static, unit, integration, browser
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { ensureStoriesBuilt, ensureWebBuilt } from './lib/build.mjs'
import { ensureInstalled, isInstalled } from './lib/install.mjs'
import { productNode } from './lib/node.mjs'
import { inProject } from './lib/paths.mjs'
import { run } from './lib/run.mjs'
import { main, say, Stop } from './lib/say.mjs'
import { staticChecks } from './lib/static-checks.mjs'
import { findChromium, installTools, missingTools } from './lib/tools.mjs'

const parts = ['static', 'unit', 'integration', 'browser']
const results = inProject('test-results')
/** A log that is no terminal shows the codes of colors as they are; some programs write them in CI even so. */
const colors = process.stdout.isTTY ? {} : { NO_COLOR: '1' }
const tally = { passed: 0, failed: 0, skipped: 0 }

async function checkStatically(node) {
  for (const { name, file, args } of staticChecks(node)) {
    const { code, output } = await run(file, args, { quiet: true })
    if (code === 0) tally.passed += 1
    else tally.failed += 1
    say(`${code === 0 ? 'ok    ' : 'FAILED'}  ${name}`)
    if (code !== 0) say(output)
  }
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
  const skipped = specs.filter((spec) => spec.tests.every((test) => test.status === 'skipped'))
  const failed = specs.filter((spec) => !spec.ok)
  return {
    passed: specs.length - skipped.length - failed.length,
    failed: failed.length + (report.errors?.length > 0 && failed.length === 0 ? 1 : 0),
    skipped: skipped.map((spec) => spec.fullName),
  }
}

async function runVitest(node, project) {
  const args = [inProject('node_modules', 'vitest', 'vitest.mjs'), 'run', '--project', project]
  const reporters = [
    '--reporter',
    'minimal',
    '--reporter',
    'json',
    '--outputFile.json',
    inProject('test-results', `${project}.json`),
  ]
  say(`Running the ${project} tests; only those that fail are shown.`)
  const { code } = await run(node, [...args, ...reporters], { env: colors })
  count(project, code, readVitest)
}

async function runBrowser(node) {
  const chromium = findChromium()
  const playwright = [
    inProject('node_modules', '@playwright', 'test', 'cli.js'),
    'test',
    '--config',
    inProject('e2e', 'playwright.config.ts'),
  ]
  if (chromium === undefined) {
    const listed = await run(node, [...playwright, '--list', '--reporter', 'json'], { quiet: true })
    const report = JSON.parse(listed.output.slice(listed.output.indexOf('{')))
    const specs = report.suites.flatMap((suite) => [...specsOf(suite)])
    for (const spec of specs) say(`skipped  ${spec.fullName} (no Chromium)`)
    tally.skipped += specs.length
    return
  }
  await ensureWebBuilt(node)
  await ensureStoriesBuilt(node)
  const { code } = await run(node, playwright, { env: { ...colors, BINNACLE_CHROMIUM: chromium } })
  count('browser', code, readPlaywright)
}

await main(async () => {
  const { values } = parseArgs({ options: { 'no-install': { type: 'boolean' }, only: { type: 'string' } } })
  const only = values.only?.split(',') ?? parts
  const unknown = only.find((part) => !parts.includes(part))
  if (unknown !== undefined) throw new Stop(`There is no part "${unknown}"; choose of ${parts.join(', ')}.`)
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
  if (mayInstall) await ensureInstalled()
  else if (!existsSync(inProject('node_modules')))
    throw new Stop('The npm packages are not installed: run npm test without --no-install.')
  const node = await productNode()
  if (mayInstall) await installTools(missing, node)

  rmSync(results, { recursive: true, force: true })
  mkdirSync(results, { recursive: true })
  if (only.includes('static')) await checkStatically(node)
  if (only.includes('unit')) await runVitest(node, 'unit')
  if (only.includes('integration')) await runVitest(node, 'integration')
  if (only.includes('browser')) await runBrowser(node)
  if (readdirSync(results).length === 0) rmSync(results, { recursive: true })

  process.stdout.write(
    `${tally.passed} passed, ${tally.failed} failed${tally.skipped > 0 ? `, ${tally.skipped} skipped` : ''}\n`,
  )
  return tally.failed === 0 ? 0 : 1
})
