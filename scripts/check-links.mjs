// Links of the documents lead to files and headings that exist.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { inProject, root } from './lib/paths.mjs'

const problems = []

function* documents(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) yield* documents(join(folder, entry.name))
    else if (entry.name.endsWith('.md')) yield join(folder, entry.name)
}

/** The anchors of the headings of a document, as browsers of Markdown make them. */
const anchorsOf = (path) =>
  [...readFileSync(path, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replaceAll(/<[^>]*>|[^\p{L}\p{N}_\- ]/gu, '')
      .replaceAll(' ', '-'),
  )

const single = ['README.md', 'CHANGELOG.md', 'SECURITY.md', join('packages', 'ui', 'README.md')]
for (const path of [...documents(inProject('docs')), ...single.map((name) => inProject(name))]) {
  const prose = readFileSync(path, 'utf8').replaceAll(/```[^]*?```/g, '')
  for (const [, link] of prose.matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^[a-z]+:/.test(link)) continue
    const [file, anchor] = link.split('#')
    const target = file === '' ? path : join(dirname(path), file)
    if (!existsSync(target)) problems.push(`${relative(root, path)}: there is no ${link}`)
    else if (anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).includes(anchor))
      problems.push(`${relative(root, path)}: ${file} has no heading #${anchor}`)
  }
}

if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n`)
  process.exitCode = 1
}
