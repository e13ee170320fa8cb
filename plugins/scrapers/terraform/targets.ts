import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder, startHttpServer } from '@binnacle/plugin-kit/servers'
import type { ScraperTargets } from '@binnacle/plugin-kit/suite/scrapers'

/** A small state, as version 4 has it. */
export const smallState = {
  version: 4,
  terraform_version: '1.9.5',
  serial: 7,
  lineage: '0b6f1c7e-8f4e-4f67-9f3e-0d6a0d3b7b0a',
  outputs: {},
  resources: [],
}

/** A folder with a state; one with a broken state; a store that never answers. */
export async function startTargets(): Promise<ScraperTargets> {
  const [folder, server] = await Promise.all([makeFolder(), startHttpServer()])
  await writeFile(join(folder.path, 'well.tfstate'), JSON.stringify(smallState))
  await writeFile(join(folder.path, 'broken.tfstate'), '{"version": 4, ')
  const store = (path: string) => ({
    bucket: 'states',
    endpoint: `http://127.0.0.1:${server.port}${path}`,
    accessKey: 'key',
    secretKey: 'given',
  })
  return {
    working: { state: { local: join(folder.path, 'well.tfstate') } },
    failing: { state: { local: join(folder.path, 'broken.tfstate') } },
    hanging: { state: { s3: store('/hang') } },
    secretive: { state: { s3: { ...store('/echo'), sessionToken: 'given' } } },
    stop: async () => {
      await Promise.all([folder.remove(), server.stop()])
    },
  }
}
