import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** What the rules say of an import of the server. */
function faultsOf(file: string, specifier: string): string[] {
  const script = `
    const { faultsOf } = await import(${JSON.stringify(new URL('layers.mjs', import.meta.url).href)})
    console.log(JSON.stringify(faultsOf('apps/server', 'apps/server/src/' + process.argv[1], process.argv[2])))`
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script, file, specifier], {
    encoding: 'utf8',
  })
  return JSON.parse(output)
}

test.each([
  [
    'platform/live/index.ts',
    '../../modules/health/index.ts',
    'the platform does not import what is built on it',
  ],
  ['platform/live/index.ts', '@binnacle/checks/http', 'the platform knows no plugin'],
  ['platform/module.ts', '../app.ts', 'the platform does not import what is built on it'],
  ['modules/people/routes.ts', '../identity/accounts.ts', 'a module is entered by its index.ts'],
  ['commands/serve.ts', '../modules/identity/by-hand.ts', 'a module is entered by its index.ts'],
  ['modules/people/routes.ts', '../../app.ts', 'a module does not know what puts it together'],
  ['modules/people/routes.ts', '../../testing/app.ts', 'the parts for tests are for tests'],
  ['modules/people/routes.ts', './testing.ts', 'the parts for tests are for tests'],
  ['modules/people/routes.ts', '../../../../web/src/main.tsx', 'other packages are imported by their name'],
  ['modules/people/routes.ts', '@binnacle/ui', 'apps/server may import clients, contract'],
])('%s may not import %s', (file, specifier, fault) => {
  expect(faultsOf(file, specifier)).toEqual([expect.stringContaining(fault)])
})

test('no family of plugins imports another', () => {
  const script = `
    const { allowed } = await import(${JSON.stringify(new URL('layers.mjs', import.meta.url).href)})
    const families = Object.keys(allowed).filter((folder) => folder.startsWith('plugins/'))
    const names = families.map((folder) => folder.slice('plugins/'.length))
    const others = families.filter((folder) => allowed[folder].some((name) => names.includes(name)))
    console.log(JSON.stringify([names.length, others]))`
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
  })
  expect(JSON.parse(output)).toEqual([6, []])
})

test.each([
  ['modules/people/routes.ts', '../identity/index.ts'],
  ['modules/people/users/remove.ts', './person.ts'],
  ['modules/people/routes.ts', '../../platform/module.ts'],
  ['modules/health/canary-spec/check-types.ts', '@binnacle/checks/http'],
  ['platform/live/live.integration.test.ts', '../../testing/app.ts'],
  ['modules/people/testing.ts', '../../testing/app.ts'],
  ['modules/people/people.integration.test.ts', './testing.ts'],
  ['app.ts', './modules/people/index.ts'],
])('%s may import %s', (file, specifier) => {
  expect(faultsOf(file, specifier)).toEqual([])
})
