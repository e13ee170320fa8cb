import { readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { inProject, root } from './paths.mjs'

/** Tests and servers for tests read what we wrote. */
const forTests =
  /(?:\.test|\.spec|\.d)\.tsx?$|\.stories\.tsx$|\/(?:testing|targets)\.tsx?$|\/(?:testing|servers|fuzz|stories|suite)\//
/** The spec of a type of plugin has the name of browser tests. */
const specOfType = /^plugins\/.*\/spec\.ts$/

function* files(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (['node_modules', 'dist', 'dist-stories', 'dist-view'].includes(entry.name)) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* files(path)
    else if (/\.tsx?$/.test(entry.name)) yield path
  }
}

/** Paths below the root, with /, of the source files of the product that read what others wrote. */
export function* productSources() {
  for (const folder of ['apps', 'packages', 'plugins'])
    for (const path of files(inProject(folder))) {
      const file = relative(root, path).replaceAll(sep, '/')
      if (!forTests.test(file) || specOfType.test(file)) yield file
    }
}
