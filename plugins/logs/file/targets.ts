import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '@binnacle/plugin-kit/servers'
import type { LogTargets } from '@binnacle/plugin-kit/suite/logs'

/** A folder with a log; a folder that does not exist. */
export async function startTargets(): Promise<LogTargets> {
  const folder = await makeFolder()
  await writeFile(join(folder.path, 'shop.log'), '2026-11-23T10:00:00Z INFO started\n')
  return {
    working: { paths: [`${folder.path}/*.log`] },
    failing: { paths: [`${folder.path}/none/*.log`] },
    // A file system that hangs is the reader's to end, and is tested there.
    hanging: { paths: [`${folder.path}/none/*.log`] },
    stop: folder.remove,
  }
}
