import { faultsInWeb } from './web-layers.mjs'

/** What the packages of each layer may import of ours, by folder. */
export const allowed = {
  'packages/contract': [],
  'packages/data-api': [],
  'packages/egress': ['contract'],
  'packages/health-rules': [],
  'packages/identity': ['contract'],
  'packages/query': ['contract'],
  'packages/scripting': ['contract'],
  'packages/plugin-kit': ['contract', 'egress'],
  'packages/ui': ['contract'],
  'packages/clients': ['contract', 'egress', 'plugin-kit', 'health-rules', 'scripting'],
  // No family of plugins knows another: what several speak to has its client in packages/clients.
  'plugins/checks': ['contract', 'plugin-kit', 'egress', 'clients', 'health-rules'],
  'plugins/connections': ['contract', 'plugin-kit', 'egress', 'clients'],
  // Scrapers read documents as scripts do.
  'plugins/scrapers': ['contract', 'plugin-kit', 'egress', 'clients', 'scripting', 'health-rules'],
  'plugins/logs': ['contract', 'plugin-kit', 'egress', 'clients', 'health-rules'],
  'plugins/notifiers': ['contract', 'plugin-kit', 'egress'],
  'plugins/actions': ['contract', 'plugin-kit', 'egress'],
  'apps/server': [
    'clients',
    'contract',
    'data-api',
    'egress',
    'health-rules',
    'identity',
    'plugin-kit',
    'query',
    'scripting',
    'checks',
    'connections',
    'scrapers',
    'logs',
    'notifiers',
    'actions',
  ],
  'apps/web': ['contract', 'query', 'ui'],
}

/** Packages of plugins, which the platform of the server does not know. */
const plugins = new Set(
  Object.keys(allowed)
    .filter((folder) => folder.startsWith('plugins/'))
    .map((folder) => folder.slice('plugins/'.length)),
)

const server = 'apps/server'

/** The area of the server that a file is in: a module by its name, 'platform', 'testing', or the root. */
function serverArea(path) {
  const parts = path.split('/').slice(3)
  if (parts[0] === 'modules') return { kind: 'module', name: parts[1], file: parts.slice(2).join('/') }
  return { kind: ['platform', 'testing'].includes(parts[0]) ? parts[0] : 'root' }
}

/** Whether a file is a test, or `testing.ts`, the part for tests of a folder. */
const isForTests = (path) => /(?:\.test|\/testing)\.ts$/.test(path)

function faultsInServer(file, target) {
  const from = serverArea(file)
  const to = serverArea(target)
  const isTest = isForTests(file)
  const faults = []
  if (from.kind === 'platform' && to.kind !== 'platform' && !isTest)
    faults.push('the platform does not import what is built on it')
  if (from.kind === 'module' && to.kind === 'root')
    faults.push('a module does not know what puts it together')
  const enters = to.kind === 'module' && (from.kind !== 'module' || from.name !== to.name)
  // Tests may look at what a module does not show.
  if (enters && to.file !== 'index.ts' && !isTest) faults.push('a module is entered by its index.ts')
  if ((to.kind === 'testing' || isForTests(target)) && from.kind !== 'testing' && !isTest)
    faults.push('the parts for tests are for tests')
  return faults
}

/** The path that a relative import leads to, with / and without . and .. */
function resolved(file, specifier) {
  const parts = file.split('/').slice(0, -1)
  for (const part of specifier.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.') parts.push(part)
  }
  return parts.join('/')
}

/**
 * What is wrong with an import.
 * @param folder of the package, such as apps/server
 * @param file path of the importing file below the root, with /
 * @returns sentences; an empty list where nothing is
 */
export function faultsOf(folder, file, specifier) {
  const faults = []
  const own = /^@binnacle\/([^/]+)/.exec(specifier)?.[1]
  if (own !== undefined && !allowed[folder].includes(own))
    faults.push(`${folder} may import ${allowed[folder].join(', ') || 'none of our packages'}`)
  const isPlatform = folder === server && serverArea(file).kind === 'platform' && !file.endsWith('.test.ts')
  if (isPlatform && plugins.has(own)) faults.push('the platform knows no plugin')
  if (file.endsWith('/spec.ts') && specifier.startsWith('node:'))
    faults.push('a spec is loaded by browsers too')
  if (specifier === 're2js' && !file.startsWith('packages/contract/src/patterns/'))
    faults.push('patterns that others wrote are compiled by @binnacle/contract/patterns, which bounds them')
  if (!specifier.startsWith('.')) return faults
  const target = resolved(file, specifier)
  if (!target.startsWith(`${folder}/`)) return [...faults, 'other packages are imported by their name']
  if (folder === 'apps/web') return [...faults, ...faultsInWeb(file, target)]
  return folder === server ? [...faults, ...faultsInServer(file, target)] : faults
}
