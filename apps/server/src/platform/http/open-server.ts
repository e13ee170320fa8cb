import { fileURLToPath } from 'node:url'
import { flagsInForce } from '../access/flags.ts'
import { createAccessLog } from '../audit/index.ts'
import { auditRecorder } from '../audit/module.ts'
import { stillLanes } from '../background.ts'
import { openDataService } from '../data/index.ts'
import type { Declarations } from '../modules.ts'
import type { Platform } from '../platform.ts'
import { createPages } from './pages.ts'
import { signIn } from './sign-in.ts'

const webFolder = fileURLToPath(new URL('../../../../web/dist/', import.meta.url))

/** Why the product is not ready; empty if it is. */
async function problemsOf(platform: Platform): Promise<string[]> {
  const { live, availability } = platform
  const isThere = await availability.answers()
  return [
    ...(live.connected ? [] : ['live updates are not connected to the database']),
    ...(isThere ? [] : ['the database does not answer']),
    ...stillLanes
      .of(platform)()
      .map((lane) => `the lane "${lane}" of the jobs stands still`),
  ]
}

/** Opens the server with everything that the modules declare, each behind its gate. */
export async function openServer(platform: Platform, declarations: Declarations): Promise<void> {
  const { http, answers, parts } = platform
  const flags = flagsInForce.of(platform)
  const { authenticate, carriesSession, newNetwork, http: identity } = signIn.of(platform)
  const data = answers
    ? await openDataService({ ...platform, rules: declarations.relations, flags, bodyPace: http.bodyPace })
    : undefined
  if (data !== undefined) parts.onEnd('data service', () => data.close())
  http.open({
    ...platform,
    ...declarations,
    flags,
    authenticate,
    accessLog: createAccessLog({ recorder: auditRecorder.of(platform), newNetwork }),
    identity,
    data,
    pages: await createPages(webFolder, carriesSession),
    database: platform.availability,
    unready: () => problemsOf(platform),
  })
}
