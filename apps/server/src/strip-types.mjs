// Keeps the JavaScript of the TypeScript files in the folder of BINNACLE_CODE_CACHE, so that only the first start
// removes their types. It is JavaScript and loaded by --import, so Node never loads its own compiler.
//
// Node's own cache (NODE_COMPILE_CACHE) keeps bytecode too, but holds all that it read in memory until the process ends:
// measured idle, 22 MiB of the product's 116 for a start that is no faster.
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
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

/** The files of the cache when this process first wrote to it, by the source that they are of. */
let found

/** Removes what the cache has of older versions of a source. */
function removeOlder(source, name) {
  found ??= Map.groupBy(readdirSync(folder), (file) => file.split('.', 1)[0])
  for (const file of found.get(source) ?? [])
    // A draft may be of a process that writes it now.
    if (file !== name && file.endsWith('.mjs')) rmSync(join(folder, file), { force: true })
}

/** Writes a whole file to the cache, because other processes may read it now. If this fails, later starts are slower. */
function write(source, name, text) {
  try {
    mkdirSync(folder, { recursive: true })
    const path = join(folder, name)
    const draft = `${path}.${process.pid}.${threadId}`
    writeFileSync(draft, text)
    renameSync(draft, path)
    removeOlder(source, name)
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

const digestOf = (...texts) => {
  const hash = createHash('sha256')
  for (const text of texts) hash.update(text)
  return hash.digest('base64url')
}

/** Returns the JavaScript of the TypeScript at an address. Lines and columns stay, so messages of errors are right. */
function strip(url) {
  const source = readFileSync(new URL(url), 'utf8')
  // The name says all that the text depends on, after what it is a version of.
  const digest = digestOf(process.version, source)
  const place = digestOf(url).slice(0, 16)
  const name = `${place}.${digest}.mjs`
  // The last line tells a whole file from one that a crash of the machine cut short.
  const end = `\n// ${digest}\n`
  const known = read(join(folder, name))
  if (known?.endsWith(end) === true) return known
  const stripped = stripQuietly(source) + end
  write(place, name, stripped)
  return stripped
}

if (folder !== '')
  registerHooks({
    load(url, context, next) {
      if (!url.startsWith('file:') || !url.endsWith('.ts')) return next(url, context)
      return { format: 'module', source: strip(url), shortCircuit: true }
    },
  })
