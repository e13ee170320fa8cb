import { featureProperty, LOCAL_AGENT_ID, missingFeatures } from '@binnacle/contract'
import { createEgress } from '@binnacle/egress'
import { createScriptEngine } from '@binnacle/scripting'
import { createTaskPool } from '@binnacle/scripting/tasks'
import { fileURLToPath } from 'node:url'
import type { PoolConfig } from 'pg'
import { catalogData } from './modules/catalog/index.ts'
import { createConnectionsModule } from './modules/connections/index.ts'
import { createHealthModule, healthPartitions, healthTopics } from './modules/health/index.ts'
import { createIdentityModule } from './modules/identity/index.ts'
import { createPeopleModule } from './modules/people/index.ts'
import { createPropertiesModule } from './modules/properties/index.ts'
import { createSearchModule } from './modules/search/index.ts'
import { topologyData } from './modules/topology/index.ts'
import {
  type Chain,
  createAccessLog,
  createAuditRecorder,
  createChain,
  dropSeals,
  startSealer,
} from './platform/audit/index.ts'
import { type Clock, endsWithin } from './platform/clock.ts'
import { describeMissing } from './platform/commands/index.ts'
import { commandOptions } from './platform/commands/options.ts'
import type { Configuration } from './platform/configuration.ts'
import { createFileProcesses, createLocalFiles, localFileOptions } from './platform/files/index.ts'
import { type DataRules, openDataService } from './platform/data/index.ts'
import { createAvailability } from './platform/database/availability.ts'
import { openDatabase } from './platform/database/index.ts'
import { migrate } from './platform/database/migrate.ts'
import { maintainPartitions, type PartitionedTable } from './platform/database/partitions.ts'
import { createClientAddress } from './platform/http/client-address.ts'
import type { LiveTopics } from './platform/http/live-stream.ts'
import { createPages } from './platform/http/pages.ts'
import type { Receiver } from './platform/http/receiver.ts'
import type { Route } from './platform/http/route.ts'
import type { createHttpServer } from './platform/http/server.ts'
import { newId } from './platform/ids.ts'
import { type Job, prepareJobQueue, startJobEngine, takeOverJobs } from './platform/jobs/index.ts'
import { openLive } from './platform/live/index.ts'
import type { Log } from './platform/log.ts'
import { createMails } from './platform/mail/index.ts'
import { createMetrics } from './platform/metrics.ts'
import { clusterOf } from './platform/references/cluster/index.ts'
import { createReferences } from './platform/references/index.ts'
import { registerProcess } from './platform/processes.ts'
import { createSecrets } from './platform/secrets.ts'
import { openCommands } from './platform/starter/index.ts'
import { SERVER_VERSION } from './platform/version.ts'
import { productRoutes } from './routes.ts'

const webFolder = fileURLToPath(new URL('../../web/dist/', import.meta.url))

/** What administrators alone may see: editors may read `rbac`, but change nothing of it. */
const administrators = { resource: 'rbac', action: 'write' } as const

/**
 * What the platform itself shows: where things run, what ran on a schedule, and who changed what. Agents are read with
 * everything that runs on one.
 */
const platformData: DataRules = {
  agents: {
    resource: 'agents',
    writes: {
      columns: ['name', 'description'],
      refusal: ([id]) =>
        id === LOCAL_AGENT_ID ? 'The local agent is this server. It cannot be changed or deleted' : undefined,
    },
    writeFeature: 'agents',
  },
  audit_log: { resource: 'rbac', reads: administrators },
  audit_log_values: { resource: 'rbac', reads: administrators },
  job_histories: { resource: 'database', feature: 'settings.job_history' },
  job_history_names: { resource: 'database', feature: 'settings.job_history' },
}

const platformTopics: LiveTopics = {
  audit_log: { access: administrators },
  job_history: { access: { resource: 'database', action: 'read' }, feature: 'settings.job_history' },
}

const plainPartitions: readonly PartitionedTable[] = [
  { table: 'core.job_history', column: 'id', by: 'id', days: 7, keepDays: 30 },
  ...healthPartitions,
]

/** The audit log: its chain of seals goes on where old rows are dropped. */
function auditPartition(chain: Chain): PartitionedTable {
  return {
    table: 'core.audit_log',
    column: 'id',
    by: 'id',
    days: 30,
    keepDays: 730,
    beforeDrop: (client, before) => dropSeals(client, chain, before),
  }
}

export interface AppOptions {
  configuration: Configuration
  /** How to connect to the product's database. */
  connection: PoolConfig
  secretKey: string
  /** Folder whose disk is watched. */
  dataFolder: string
  /** Files and folders of canaries. */
  canaryPaths: readonly string[]
  /** Whether this is the only process on its database. */
  alone: boolean
  http: ReturnType<typeof createHttpServer>
  clock: Clock
  log: Log
}

export interface App {
  /** Whether the first administrator has yet to be created, with which code, and whether it is always asked for. */
  setup(): Promise<{ needed: boolean; code: string; exposed: boolean }>
  /** Everything that answers, each with the gate before it. */
  gates: {
    routes: readonly Route[]
    receivers: readonly Receiver[]
    relations: DataRules
    topics: LiveTopics
  }
  /** Ends everything in the order in which it depends on each other; takes at most 8 s. */
  stop(): Promise<void>
}

/** Parts whose end is needed by others end later: the last one pushed ends first. */
class Endings {
  readonly #steps: (() => Promise<void>)[] = []

  push(step: () => Promise<void>): void {
    this.#steps.push(step)
  }

  async run(log: Log): Promise<void> {
    for (const step of this.#steps.toReversed())
      await step().catch((error: unknown) => log.error({ err: error }, 'a part did not stop cleanly'))
  }
}

const GRACE_MILLISECONDS = 3_000
/** Results, requests and jobs of one process seldom need more at once. */
const CONNECTIONS = 12

/** Puts the product together: the one place that knows every module. */
export async function startApp(options: AppOptions): Promise<App> {
  const { configuration, connection, clock, log } = options
  const endings = new Endings()
  try {
    const database = openDatabase({ connection, connections: CONNECTIONS, log })
    endings.push(() => database.close())
    const { pool } = database
    // Strangers read what /readyz answers; host and user of the database are not for them.
    const availability = createAvailability(pool, clock, (reason) =>
      log.warn({ reason }, 'the database does not answer'),
    )
    const migrated = await migrate(pool)
    if (migrated.tables.length > 0)
      log.info({ migrations: migrated.tables.length }, 'brought the database up to date')
    const secrets = createSecrets(options.secretKey)
    const chain = createChain(secrets)
    const partitions = [...plainPartitions, auditPartition(chain)]
    await maintainPartitions(pool, partitions, clock.now())
    await prepareJobQueue(pool, log)

    const works = configuration.role !== 'api'
    const live = await openLive(connection, clock, log)
    endings.push(() => live.close())
    // What is written last while the product stops is sealed too.
    const sealer = works ? startSealer({ pool, chain, live, clock, log }) : undefined
    if (sealer !== undefined)
      endings.push(async () => void (await endsWithin(clock, GRACE_MILLISECONDS, sealer.stop())))
    const recorder = createAuditRecorder({ pool, clock, log })
    endings.push(async () => void (await endsWithin(clock, GRACE_MILLISECONDS, recorder.stop())))
    const metrics = createMetrics()
    const processId = newId()
    const egress = createEgress({ deny: configuration.egressDeny })
    const { execChecks } = configuration
    const commands = openCommands(commandOptions(configuration))
    endings.push(() => commands.close())
    const fileProcesses = createFileProcesses()
    endings.push(() => fileProcesses.close())
    const files = createLocalFiles(localFileOptions(configuration), fileProcesses)
    const scripts = createScriptEngine({ now: () => clock.now() })
    endings.push(() => scripts.close())
    const tasks = createTaskPool()
    endings.push(() => tasks.close())
    const userAgent = `Binnacle/${SERVER_VERSION}`

    const properties = await createPropertiesModule({
      pool,
      live,
      clock,
      log,
      file: configuration.propertiesFile,
      fixed: new Map(
        missingFeatures(configuration.mode).map((feature) => [featureProperty(feature), 'true']),
      ),
    })
    endings.push(() => properties.close())

    const mails = createMails({ configuration, egress, secrets, log })
    const clientAddress = createClientAddress(configuration.trustedProxies)
    const identity = createIdentityModule({
      database,
      clock,
      secrets,
      mails,
      recorder,
      configuration,
      clientAddress,
      bodyPace: options.http.bodyPace,
      properties,
      log,
    })
    if (await identity.ensureAdministrator()) log.info('created the first administrator')
    const people = createPeopleModule({ pool, accounts: identity })
    const references = createReferences(
      configuration.references,
      clock,
      fileProcesses,
      clusterOf(configuration.references, clock, tasks),
    )
    const connections = await createConnectionsModule({
      pool,
      secrets,
      live,
      egress,
      commands,
      files,
      tasks,
      references,
      clock,
      log,
      userAgent,
    })
    endings.push(async () => connections.close())
    const health = await createHealthModule({
      database,
      connections,
      references,
      secrets,
      live,
      metrics,
      processId,
      egress,
      commands,
      files,
      scripts,
      tasks,
      clock,
      log,
      userAgent,
      metricLabels: configuration.metricLabels,
    })
    const search = createSearchModule({ checks: health.searchChecks })

    const keepPartitions: Job = {
      name: 'MaintainPartitions',
      cron: '5 * * * *',
      run: async ({ now }) => {
        const dropped = await maintainPartitions(pool, partitions, now())
        return { success: 1, errors: [], details: { dropped } }
      },
    }
    if (works && execChecks !== 'off') {
      // Not waited for: it starts programs, and the product is ready without it.
      void commands.containment().then((report) => {
        const text = describeMissing(report, execChecks)
        if (text !== undefined) log.warn({ containment: report }, text)
      })
    }
    const jobs = works
      ? await startJobEngine({
          processId,
          pool,
          clock,
          log,
          metrics,
          jobs: [keepPartitions, ...mails.jobs, ...identity.jobs, ...health.jobs],
        })
      : undefined
    if (jobs !== undefined) endings.push(() => jobs.stop())
    const registered = await registerProcess({
      id: processId,
      workers: jobs?.workers ?? null,
      role: configuration.role,
      canaryPaths: works ? options.canaryPaths : [],
      alone: options.alone,
      pool,
      clock,
      log,
      onDead: async (dead) => {
        await health.worker.takeOver(dead.map((process) => process.id))
        await takeOverJobs(pool, dead)
      },
    })
    endings.push(() => registered.stop())

    if (works) {
      // Processes that share a database would change each other's, and run them on one another's hosts.
      await health.watchSelf(configuration.watchSelf && options.alone, configuration, options.dataFolder)
      const files = await health.watchFiles(options.canaryPaths, options.alone)
      endings.push(() => files.stop())
    }
    endings.push(() => health.worker.stop(GRACE_MILLISECONDS))

    const answers = configuration.role !== 'worker'
    const gates = {
      routes: [
        ...productRoutes(() => clock.now()),
        ...people.routes,
        ...identity.routes,
        ...properties.routes,
        ...health.routes,
        ...search.routes,
        ...connections.routes,
      ],
      receivers: health.receivers,
      relations: {
        ...people.data,
        ...properties.data,
        ...health.data,
        ...search.data,
        ...connections.data,
        ...catalogData,
        ...topologyData,
        ...platformData,
      },
      topics: {
        ...people.topics,
        ...properties.topics,
        ...healthTopics,
        ...connections.topics,
        ...platformTopics,
      },
    }
    const { flags } = properties
    const data = answers
      ? await openDataService({
          connection,
          rules: gates.relations,
          flags,
          live,
          clock,
          log,
          bodyPace: options.http.bodyPace,
        })
      : undefined
    if (data !== undefined) endings.push(() => data.close())
    options.http.open({
      configuration,
      answers,
      routes: gates.routes,
      receivers: gates.receivers,
      topics: gates.topics,
      flags,
      authenticate: identity.authenticate,
      clientAddress,
      accessLog: createAccessLog({ recorder, newNetwork: identity.newNetwork }),
      identity: identity.http,
      live,
      data,
      pages: await createPages(webFolder, identity.carriesSession),
      database: availability,
      clock,
      unready: async () => {
        const problems = live.connected ? [] : ['live updates are not connected to the database']
        const isThere = await availability.answers()
        return [...problems, ...(isThere ? [] : ['the database does not answer'])]
      },
      metrics,
      log,
    })
    // Checks of the product itself want to find it open.
    if (works) health.worker.start()
    return { setup: identity.setup, gates, stop: () => endings.run(log) }
  } catch (error) {
    await endings.run(log)
    throw error
  }
}
