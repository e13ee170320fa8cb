// Keeps the JavaScript of the TypeScript files in the folder of BINNACLE_CODE_CACHE, so that only the first start
// removes their types. It is JavaScript and loaded by --import, so Node never loads its own compiler.
//
// Node's own cache (NODE_COMPILE_CACHE) keeps bytecode too, but holds all that it read in memory until the process ends:
// measured idle, 22 MiB of the product's 116 for a start that is no faster.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { threadId } from 'node:worker_threads'

const folder = process.env['BINNACLE_CODE_CACHE'] ?? ''

/** Reads a file of the cache. @returns undefined if it does not exist */
function read(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** Writes a whole file to the cache, because other processes may read it now. If this fails, later starts are slower. */
function write(path, text) {
  try {
    mkdirSync(folder, { recursive: true })
    const draft = `${path}.${process.pid}.${threadId}`
    writeFileSync(draft, text)
    renameSync(draft, path)
  } catch {}
}

/** Removes types without the warning that Node's function for it is experimental: nobody can act on it. */
function stripQuietly(source) {
  // oxlint-disable-next-line typescript/unbound-method -- it is put back as it was, not called
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return stripTypeScriptTypes(source)
  } finally {
    process.emitWarning = emitWarning
  }
}

/** Returns the JavaScript of TypeScript. Lines and columns stay, so messages of errors are right. */
function strip(source) {
  // The name says all that the text depends on.
  const digest = createHash('sha256').update(process.version).update(source).digest('base64url')
  const path = join(folder, `${digest}.mjs`)
  // The last line tells a whole file from one that a crash of the machine cut short.
  const end = `\n// ${digest}\n`
  const known = read(path)
  if (known?.endsWith(end) === true) return known
  const stripped = stripQuietly(source) + end
  write(path, stripped)
  return stripped
}

if (folder !== '')
  registerHooks({
    load(url, context, next) {
      if (!url.startsWith('file:') || !url.endsWith('.ts')) return next(url, context)
      return { format: 'module', source: strip(readFileSync(new URL(url), 'utf8')), shortCircuit: true }
    },
  })
