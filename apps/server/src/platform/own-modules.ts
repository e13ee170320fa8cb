import { LOCAL_AGENT_ID } from '@binnacle/contract/core'
import { z } from 'zod'
import { openAudit } from './audit/module.ts'
import { describeMissing } from './commands/index.ts'
import { openEventQueue } from './events/module.ts'
import { defineRoute } from './http/route.ts'
import { openJobHistory } from './jobs/module.ts'
import type { OpenModule } from './module.ts'
import { SERVER_VERSION } from './version.ts'

const about = z.object({ Version: z.string(), Timestamp: z.iso.datetime() })

/** The product itself. */
const openAbout: OpenModule = ({ clock }) => ({
  name: 'about',
  routes: [
    defineRoute({
      method: 'GET',
      path: '/about',
      summary: 'Version of the server',
      access: 'signed-in',
      answer: about,
      handle: async () => ({ Version: SERVER_VERSION, Timestamp: clock.now().toISOString() }),
    }),
  ],
})

/** Where things run. Agents are read with everything that runs on one. */
const openAgents: OpenModule = () => ({
  name: 'agents',
  data: {
    agents: {
      resource: 'agents',
      writes: {
        columns: ['name', 'description'],
        deletesSoftly: true,
        refusal: ([id]) =>
          id === LOCAL_AGENT_ID
            ? 'The local agent is this server. It cannot be changed or deleted'
            : undefined,
      },
      writeFeature: 'agents',
    },
  },
})

const openMails: OpenModule = ({ mails }) => ({ name: 'mails', jobs: mails.jobs })

/** Says what the machine does not allow scripts to be kept within. */
const openContainment: OpenModule = ({ configuration: { execChecks }, commands, log }) => ({
  name: 'containment',
  start() {
    if (execChecks === 'off') return
    // Not waited for: it starts programs, and the product is ready before that.
    void commands.containment().then((report) => {
      const text = describeMissing(report, execChecks)
      if (text !== undefined) log.warn({ containment: report }, text)
    })
  },
})

/** What the platform itself shows and does. The audit log is open before anything is written to it. */
export const ownModules: readonly OpenModule[] = [
  openAudit,
  openJobHistory,
  openEventQueue,
  openAgents,
  openAbout,
  openMails,
  openContainment,
]
