// Imports point down only: apps -> plugins -> packages; in the server modules -> platform; a module is entered by its
// index.ts. Part of lint.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { inProject, root } from './lib/paths.mjs'

/** What the packages of each layer may import of ours, by folder. */
const allowed = {
  'packages/contract': [],
  'packages/data-api': [],
  'packages/egress': ['contract'],
  'packages/identity': ['contract'],
  'packages/query': ['contract'],
  'packages/scripting': ['contract'],
  'packages/plugin-kit': ['contract', 'egress'],
  'packages/ui': ['contract'],
  'plugins/checks': ['contract', 'plugin-kit', 'egress'],
  // A connection is tested by the code that will use it.
  'plugins/connections': ['contract', 'plugin-kit', 'egress', 'checks'],
  'apps/server': [
    'contract',
    'data-api',
    'egress',
    'identity',
    'plugin-kit',
    'query',
    'scripting',
    'checks',
    'connections',
  ],
  'apps/web': ['contract', 'query', 'ui'],
}

const importPattern = /(?:from|import)\s*\(?\s*'([^']+)'/g
const problems = []

function* sources(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (['node_modules', 'dist', 'dist-stories'].includes(entry.name)) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* sources(path)
    else if (/\.tsx?$/.test(entry.name)) yield path
  }
}

/** The area of the server that a file is in: a module by its name, 'platform', or the root. */
function serverArea(path) {
  const parts = relative(inProject('apps/server/src'), path).split(sep)
  if (parts[0] === 'modules') return { kind: 'module', name: parts[1], file: parts.slice(2).join('/') }
  if (['platform', 'testing'].includes(parts[0])) return { kind: parts[0] }
  return { kind: 'root' }
}

function checkServer(file, target, complain) {
  const from = serverArea(file)
  const to = serverArea(target)
  const isTest = file.endsWith('.test.ts')
  if (from.kind === 'platform' && to.kind !== 'platform' && !isTest)
    complain('the platform knows nothing of what stands on it')
  if (from.kind === 'module' && to.kind === 'root') complain('a module does not know what puts it together')
  const enters = to.kind === 'module' && (from.kind !== 'module' || from.name !== to.name)
  if (enters && to.file !== 'index.ts' && !isTest) complain('a module is entered by its index.ts')
  if (to.kind === 'testing' && from.kind !== 'testing' && !isTest)
    complain('the parts for tests are for tests')
}

for (const [folder, names] of Object.entries(allowed))
  for (const file of sources(inProject(folder))) {
    const text = readFileSync(file, 'utf8')
    const complain = (specifier) => (reason) =>
      problems.push(`${relative(root, file)}: ${specifier}: ${reason}`)
    for (const [, specifier] of text.matchAll(importPattern)) {
      const own = /^@binnacle\/([^/]+)/.exec(specifier)?.[1]
      if (own !== undefined && !names.includes(own))
        complain(specifier)(`${folder} may import ${names.join(', ') || 'none of our packages'}`)
      if (file.endsWith('/spec.ts') && specifier.startsWith('node:'))
        complain(specifier)('a spec is loaded by browsers too')
      if (specifier.startsWith('.')) {
        const target = resolve(dirname(file), specifier)
        if (!target.startsWith(inProject(folder) + sep))
          complain(specifier)('other packages are imported by their name')
        if (folder === 'apps/server') checkServer(file, target, complain(specifier))
      }
    }
  }

if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n`)
  process.exitCode = 1
}
