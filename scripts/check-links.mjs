// Links of the documents lead to files and headings that exist, and so do the paths of files that documents for engineers name.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { inProject, root } from './lib/paths.mjs'

const problems = []

/** Files below a folder, but those that are installed or built. */
function* files(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) {
      if (!/^(?:node_modules|dist|build)$/.test(entry.name)) yield* files(join(folder, entry.name))
    } else yield join(folder, entry.name)
}

const documents = [...files(inProject('docs'))].filter((path) => path.endsWith('.md'))

/** The anchors of the headings of a document, as browsers of Markdown make them. */
const anchorsOf = (path) =>
  [...readFileSync(path, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replaceAll(/<[^>]*>|[^\p{L}\p{N}_\- ]/gu, '')
      .replaceAll(' ', '-'),
  )

/** Documents about the code. Others name files of its users. */
const isAboutCode = (path) => /^docs\/(?:architecture\.md|contributing\.md|decisions\/)/.test(path)
const folders = ['apps', 'packages', 'plugins', 'scripts', 'e2e', 'bench', 'docs']
const tracked = folders.flatMap((folder) => [...files(inProject(folder))].map((path) => relative(root, path)))
const isFile = (name) => tracked.some((path) => path === name || path.endsWith(`/${name}`))

const single = ['README.md', 'CHANGELOG.md', 'SECURITY.md', join('packages', 'ui', 'README.md')]
for (const path of [...documents, ...single.map((name) => inProject(name))]) {
  const prose = readFileSync(path, 'utf8').replaceAll(/```[^]*?```/g, '')
  if (isAboutCode(relative(root, path)))
    for (const [, name] of prose.matchAll(/`((?:[\w@.-]+\/)+[\w.-]+\.(?:ts|tsx|mjs|sql|md|css))`/g))
      // Words in capitals stand for names that the reader chooses.
      if (!/\b(?:[A-Z-]{3,}|NN-)|\b\d{8}T\d{4}-name\b/.test(name) && !isFile(name))
        problems.push(`${relative(root, path)}: there is no file ${name}`)
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
