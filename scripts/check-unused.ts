// Names files, exports and dependencies that nothing uses (knip.jsonc), but for what families of plugins load by name.
// Part of the static checks. knip --fix takes the word `export` away.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { families } from './lib/families.ts'

const inProject = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

const named = z.array(z.object({ name: z.string(), line: z.number().optional() })).default([])
const report = z.object({
  issues: z.array(
    z.object({
      file: z.string(),
      files: named,
      exports: named,
      types: named,
      dependencies: named,
      devDependencies: named,
      unlisted: named,
      unresolved: named,
    }),
  ),
})

/** What each kind of finding is, before its name. */
const words = {
  files: 'nothing uses the file',
  exports: 'nothing outside imports',
  types: 'nothing outside imports',
  dependencies: 'nothing uses the dependency',
  devDependencies: 'nothing uses the dependency',
  unlisted: 'package.json does not name',
  unresolved: 'there is no',
} as const

/** Whether a family, or the suite of its types, loads an export by its name. */
function isLoadedByName(file: string, name: string): boolean {
  return families.some(({ folder, definition, context }) => {
    const inType = file.startsWith(`${folder}/`) ? file.slice(folder.length + 1).split('/')[1] : undefined
    return (
      (inType === 'spec.ts' && name === definition.name) ||
      (inType === context.file && name === context.name) ||
      (inType === 'targets.ts' && name === 'startTargets')
    )
  })
}

/** What the templates of `npm run new` import of our packages. */
const inTemplates = new Set(
  readdirSync(inProject('scripts/templates'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) =>
      [
        ...readFileSync(inProject(`scripts/templates/${file}`), 'utf8').matchAll(/import ([^']*)'@binnacle/g),
      ].flatMap(([, names = '']) => names.match(/\w+/g) ?? []),
    ),
)

const { stdout, stderr } = spawnSync(
  process.execPath,
  [inProject('node_modules/knip/bin/knip.js'), '--reporter', 'json', '--no-progress', '--no-config-hints'],
  { cwd: inProject('.'), encoding: 'utf8', maxBuffer: 100_000_000 },
)
const start = stdout.indexOf('{')
if (start === -1) throw new Error(`knip failed: ${stderr}`)
const { issues } = report.parse(JSON.parse(stdout.slice(start)))
const findings = issues.flatMap(({ file, ...found }) =>
  Object.entries(words).flatMap(([kind, text]) =>
    Object.entries(found)
      .flatMap(([name, values]) => (name === kind ? values : []))
      .filter(
        ({ name }) => !isLoadedByName(file, name) && !(file.startsWith('packages/') && inTemplates.has(name)),
      )
      .map(
        ({ name, line }) =>
          `${file}${line === undefined ? '' : `:${line}`}: ${text} ${name === file ? '' : name}`,
      ),
  ),
)
if (findings.length > 0) {
  console.error(findings.join('\n'))
  process.exitCode = 1
}
