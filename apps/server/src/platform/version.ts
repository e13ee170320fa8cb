import { readFileSync } from 'node:fs'
import { z } from 'zod'

const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

/** Version of the server. */
export const SERVER_VERSION = z.object({ version: z.string() }).parse(manifest).version
