import { relative, sep } from 'node:path'
import { inProject } from './paths.mjs'

/** What a layer of the web application may import besides itself. */
const below = {
  root: ['routes', 'features', 'application'],
  routes: ['features', 'application'],
  features: ['application'],
  application: [],
}

/** Files of a feature that routes enter; other features enter by index.ts only. */
const entries = /^(?:index\.ts|[\w-]+-page\.tsx|resource\.tsx|finder\.tsx)$/

function areaOf(path) {
  const [layer, ...rest] = relative(inProject('apps/web/src'), path).split(sep)
  if (layer === 'features') return { layer, feature: rest[0], file: rest.slice(1).join('/') }
  return { layer: layer === 'routes' || layer === 'application' ? layer : 'root' }
}

/**
 * Checks an import within the web application: routes → features → application.
 * @param {string} file absolute path of the file that imports
 * @param {string} target absolute path of what it imports
 * @param {(reason: string) => void} complain told why the import is wrong
 */
export function checkWeb(file, target, complain) {
  if (/\.test\.tsx?$/.test(file) || !target.startsWith(inProject('apps/web/src') + sep)) return
  const from = areaOf(file)
  const to = areaOf(target)
  if (from.layer !== to.layer && !below[from.layer].includes(to.layer))
    complain(`${from.layer} may not import ${to.layer}; imports point down: routes, features, application`)
  if (to.layer !== 'features' || from.feature === to.feature) return
  if (from.layer === 'features' && to.file !== 'index.ts')
    complain('a feature enters another by its index.ts')
  if (from.layer === 'routes' && !entries.test(to.file))
    complain('routes enter a feature by its index.ts, pages, resource or finder')
}
