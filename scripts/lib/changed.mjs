import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { inProject } from './paths.mjs'
import { run } from './run.mjs'
import { Stop } from './say.mjs'

/**
 * What a workspace uses without naming it in its package.json: programs that its tests start, folders that they read.
 */
const unnamed = {
  'apps/server': ['docs'],
  e2e: ['apps/server', 'apps/web', 'packages/ui'],
  scripts: ['apps/server'],
}

/** Files of another workspace that a workspace uses, where it does not use all of them. */
const unnamedFiles = new Map([
  // Databases of integration tests are copied from one that the platform of the server made from its SQL files.
  ['packages/data-api', /^apps\/server\/(?:src\/(?:platform|testing)\/|.*\.sql$)/],
])

const isTest = (file) => /\.(test|spec)\.tsx?$/.test(file)
const isText = (file) => !file.includes('/') && /^(?:[A-Z]+\.md|LICENSE)$/.test(file)

/**
 * Folders of workspaces with those that each of them uses, from every package.json.
 * @returns {Map<string, string[]>}
 */
export function workspaces() {
  const { workspaces: patterns } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'))
  const candidates = patterns.flatMap((pattern) =>
    pattern.endsWith('/*')
      ? readdirSync(inProject(posix.dirname(pattern))).map((name) => posix.join(posix.dirname(pattern), name))
      : [pattern],
  )
  const found = candidates
    .filter((folder) => existsSync(inProject(folder, 'package.json')))
    .map((folder) => ({
      folder,
      content: JSON.parse(readFileSync(inProject(folder, 'package.json'), 'utf8')),
    }))
  const folders = new Map(found.map(({ folder, content }) => [content.name, folder]))
  const named = found.map(({ folder, content }) => {
    const names = Object.keys({ ...content.dependencies, ...content.devDependencies })
    return [folder, names.map((name) => folders.get(name)).filter((name) => name !== undefined)]
  })
  const graph = new Map([...named, ['scripts', []]])
  for (const [folder, used] of Object.entries(unnamed))
    graph.set(folder, [...(graph.get(folder) ?? []), ...used])
  return graph
}

/** The folders and everything that uses them, directly or through others. */
function withUsers(folders, graph) {
  const reached = new Set(folders)
  for (const folder of reached) for (const [user, used] of graph) if (used.includes(folder)) reached.add(user)
  return reached
}

/**
 * Which tests a change can affect: of a test file that changed, itself; of any other file, those of its workspace and
 * of all that use it or such a file; of a file that belongs to no workspace, all.
 * @param {string[]} files that changed, from the root
 * @param {Map<string, string[]>} graph as `workspaces()` gives it
 * @returns {string[] | undefined} files of tests and folders, or undefined for all
 */
export function affectedTests(files, graph) {
  const tests = files.filter(isTest)
  const others = files.filter((file) => !isTest(file) && !isText(file))
  const places = [...graph.keys(), 'docs'].filter((place) => place !== 'scripts')
  const changed = others.map((file) => places.find((place) => file.startsWith(`${place}/`)))
  if (changed.includes(undefined)) return undefined
  const users = [...unnamedFiles].flatMap(([place, used]) =>
    others.some((file) => used.test(file)) ? [place] : [],
  )
  const folders = [...withUsers(new Set([...changed, ...users]), graph)].filter((folder) => folder !== 'docs')
  const alone = tests.filter((test) => !folders.some((folder) => test.startsWith(`${folder}/`)))
  return [...folders, ...alone].sort((one, other) => (one < other ? -1 : 1))
}

async function git(...args) {
  const { code, output } = await run('git', args, { quiet: true })
  if (code !== 0) throw new Stop(`git ${args.join(' ')}: ${output.trim()}`)
  return output.split('\n').filter((line) => line !== '')
}

/**
 * The files that changed since this branch left another one: committed, not committed, and not known to git.
 * @param {string} against a branch, tag or commit
 */
export async function changedFiles(against) {
  const [base = ''] = await git('merge-base', 'HEAD', against)
  const known = await git('diff', '--name-only', '--no-renames', base, '--')
  return [...new Set([...known, ...(await git('ls-files', '--others', '--exclude-standard'))])].sort()
}
