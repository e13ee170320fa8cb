import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'

const names = z.record(z.string(), z.string()).default({})
const named = z.object({
  dependencies: names,
  optionalDependencies: names,
  peerDependencies: names,
  peerDependenciesMeta: z.record(z.string(), z.object({ optional: z.boolean().optional() })).default({}),
})
const locked = named.extend({
  link: z.boolean().default(false),
  inBundle: z.boolean().default(false),
  resolved: z.string().optional(),
  integrity: z.string().optional(),
})
type Packages = Record<string, z.input<typeof locked>>

const root = join(import.meta.dirname, '..', '..')
const lockFile = z
  .object({ packages: z.record(z.string(), locked) })
  .parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))

/** Where Node looks for a package that the code in a folder imports, nearest first. */
function placesOf(name: string, folder: string): string[] {
  const places = []
  for (let at = folder; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) {
    places.push(`${at === '' ? '' : `${at}/`}node_modules/${name}`)
    if (at === '') return places
  }
}

/** What packages name and a lock file does not have, each as "who needs what"; what is installed says more than the lock file. */
function missingFrom(packages: Packages, installed: (path: string) => unknown = () => ({})): string[] {
  const missing = new Set<string>()
  for (const [path, entry] of Object.entries(packages)) {
    if (entry.link === true) continue
    for (const says of [named.parse(entry), named.parse(installed(path))]) {
      const required = Object.keys(says.peerDependencies).filter(
        (name) => says.peerDependenciesMeta[name]?.optional !== true,
      )
      for (const name of [
        ...Object.keys(says.dependencies),
        ...Object.keys(says.optionalDependencies),
        ...required,
      ])
        if (!placesOf(name, path).some((place) => place in packages))
          missing.add(`${path === '' ? 'the project' : path} needs ${name}`)
    }
  }
  return [...missing]
}

function installedManifest(path: string): unknown {
  const file = join(root, path, 'package.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

test('the lock file has all that the packages name, for every platform, so that npm ci works everywhere', () => {
  expect(missingFrom(lockFile.packages, installedManifest)).toEqual([])
})

test('the lock file has the platform packages of another system than this one', () => {
  const paths = Object.keys(lockFile.packages)
  for (const platform of ['darwin-arm64', 'win32-x64', 'linux-x64-musl', 'linux-arm64-gnu'])
    expect(paths.filter((path) => path.includes(`/binding-${platform}`)).length).toBeGreaterThan(1)
})

test('the lock file names no registry, and has the digest of every package', () => {
  const packages = Object.entries(lockFile.packages).filter(([path]) => path.includes('node_modules/'))
  const addresses = packages.flatMap(([, { link, resolved }]) =>
    link || resolved === undefined ? [] : [resolved],
  )
  expect(addresses).toEqual([])
  const withoutDigest = packages.flatMap(([path, { link, inBundle, integrity }]) =>
    link || inBundle || integrity !== undefined ? [] : [path],
  )
  expect(withoutDigest).toEqual([])
})

test('a package that is missing is found, whoever needs it and however', () => {
  const tool = { optionalDependencies: { '@tool/darwin': '1.0.0' } }
  expect(missingFrom({ 'node_modules/tool': tool })).toEqual(['node_modules/tool needs @tool/darwin'])
  expect(missingFrom({ 'node_modules/tool': tool, 'node_modules/@tool/darwin': {} })).toEqual([])
  expect(missingFrom({ 'node_modules/tool': {} }, () => tool)).toEqual([
    'node_modules/tool needs @tool/darwin',
  ])
  const nested = { 'node_modules/a': { dependencies: { b: '1' } }, 'node_modules/c/node_modules/b': {} }
  expect(missingFrom(nested)).toEqual(['node_modules/a needs b'])
  expect(missingFrom({ 'apps/web': { peerDependencies: { react: '1' } } })).toEqual(['apps/web needs react'])
  expect(missingFrom({ '': { dependencies: { a: '1' } } })).toEqual(['the project needs a'])
})
