import { z } from 'zod'
import { SERVER_VERSION } from '../../platform/version.ts'
import { RECEIVER } from './answers.ts'

/** The state of this server as Alertmanager's API describes it. */
export const alertmanagerStatus = z.object({
  cluster: z.object({
    status: z.enum(['ready', 'settling', 'disabled']),
    peers: z.array(z.object({ name: z.string(), address: z.string() })),
  }),
  versionInfo: z.object({
    version: z.string(),
    revision: z.string(),
    branch: z.string(),
    buildUser: z.string(),
    buildDate: z.string(),
    goVersion: z.string(),
  }),
  config: z.object({ original: z.string() }),
  uptime: z.string(),
})

/** A configuration that Alertmanager and its clients can read. It says what happens here to every alert. */
const CONFIGURATION = `# Rules of Binnacle decide who is told.
route:
  receiver: ${RECEIVER}
  group_by: [alertname]
receivers:
  - name: ${RECEIVER}
`

/** @param started when this process started */
export function describeStatus(started: Date): z.infer<typeof alertmanagerStatus> {
  return {
    cluster: { status: 'disabled', peers: [] },
    versionInfo: {
      version: SERVER_VERSION,
      revision: '',
      branch: '',
      buildUser: '',
      buildDate: '',
      goVersion: '',
    },
    config: { original: CONFIGURATION },
    uptime: started.toISOString(),
  }
}
