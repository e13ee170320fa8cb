/** Where the layers of the web application are. */
const source = 'apps/web/src/'

/** What a layer of the web application may import besides itself. */
const below = {
  root: ['routes', 'features', 'application'],
  routes: ['features', 'application'],
  features: ['application'],
  application: [],
}

function areaOf(path) {
  const [layer, ...rest] = path.slice(source.length).split('/')
  if (layer === 'features') return { layer, feature: rest[0], file: rest.slice(1).join('/') }
  return { layer: layer === 'routes' || layer === 'application' ? layer : 'root' }
}

/**
 * What is wrong with an import within the web application: routes → features → application.
 * @param {string} file path of the importing file below the root, with /
 * @param {string} target path of what it imports
 * @returns {string[]} sentences; an empty list where nothing is
 */
export function faultsInWeb(file, target) {
  if (/\.test\.tsx?$/.test(file) || !file.startsWith(source) || !target.startsWith(source)) return []
  const from = areaOf(file)
  const to = areaOf(target)
  if (from.layer !== to.layer && !below[from.layer].includes(to.layer))
    return [`${from.layer} may not import ${to.layer}; imports point down: routes, features, application`]
  // The root names the code of the first screen and of single pages.
  if (to.layer !== 'features' || from.feature === to.feature || from.layer === 'root') return []
  // Where the parts that a feature lends are heavy, its pages are listed apart from them.
  const entries = from.layer === 'routes' ? ['index.ts', 'pages.ts'] : ['index.ts']
  return entries.includes(to.file) ? [] : ['a feature is entered by its index.ts']
}
