// Imports point down only: apps -> plugins -> packages; in the server modules -> platform; a module is entered by its
// index.ts; in the web application routes -> features -> application. Part of lint.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { allowed, faultsOf } from './lib/layers.mjs'
import { inProject, root } from './lib/paths.mjs'

const importPattern = /(?:from|import)\s*\(?\s*'([^']+)'/g
/** Kysely's tag under its own name, which is that of sql-template-tag. */
const kyselySql = /import \{[^}]*\bsql\b(?! as fragment\b)[^}]*\} from 'kysely'/
const problems = []

function* sources(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (['node_modules', 'dist', 'dist-stories'].includes(entry.name)) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* sources(path)
    else if (/\.tsx?$/.test(entry.name)) yield path
  }
}

for (const folder of Object.keys(allowed))
  for (const path of sources(inProject(folder))) {
    const file = relative(root, path).replaceAll(sep, '/')
    const text = readFileSync(path, 'utf8')
    for (const [, specifier] of text.matchAll(importPattern))
      for (const fault of faultsOf(folder, file, specifier)) problems.push(`${file}: ${specifier}: ${fault}`)
    if (kyselySql.test(text))
      problems.push(`${file}: kysely: sql is that of sql-template-tag; import it as fragment`)
  }

if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n`)
  process.exitCode = 1
}
