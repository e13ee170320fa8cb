import { createEgress, type Egress } from '@binnacle/egress'
import { createScriptEngine, type ScriptEngine } from '@binnacle/scripting'
import { createTaskPool, type TaskPool } from '@binnacle/scripting/tasks'
import type { FileAccess } from '@binnacle/plugin-kit/core'
import type { Pool, PoolConfig } from 'pg'
import type { Clock } from './clock.ts'
import type { ContainedRunner } from './commands/index.ts'
import { commandOptions } from './commands/options.ts'
import type { Configuration } from './configuration.ts'
import { type Availability, createAvailability } from './database/availability.ts'
import { type Database, openDatabase } from './database/index.ts'
import { migrate } from './database/migrate.ts'
import { createEvents, type Events } from './events/index.ts'
import { createDraftTests, type DraftTests } from './specs/draft-tests.ts'
import { createMessageCount } from './specs/messages-by-hand.ts'
import type { CountCall } from './specs/per-hour.ts'
import { createFileProcesses, createLocalFiles, localFileOptions } from './files/index.ts'
import { type ClientAddress, createClientAddress } from './http/client-address.ts'
import type { createHttpServer } from './http/server.ts'
import { newId } from './ids.ts'
import { prepareJobQueue } from './jobs/index.ts'
import { type Live, openLive } from './live/index.ts'
import type { Log } from './log.ts'
import { createMails, type Mails } from './mail/index.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import type { Terminal } from './operator.ts'
import type { Parts } from './parts.ts'
import { clusterOf } from './references/cluster/index.ts'
import { createReferences, type References } from './references/index.ts'
import { createSecrets, type Secrets } from './secrets.ts'
import { openCommands } from './starter/index.ts'
import { SERVER_VERSION } from './version.ts'

/** What a process is started with. */
export interface PlatformOptions {
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
  /** Where the operator is told what nobody else may read. Default: the terminal of the process. */
  terminal?: Terminal | undefined
}

/** The services on which modules are built, one of each in a process. */
export interface Platform extends Omit<PlatformOptions, 'secretKey'> {
  /** Unique id of this process. */
  processId: string
  /** Whether this process does background work: schedules, jobs, files. */
  works: boolean
  /** Whether this process answers requests. */
  answers: boolean
  database: Database
  /** Connections of `database`, for plain SQL. */
  pool: Pool
  availability: Availability
  live: Live
  secrets: Secrets
  metrics: Metrics
  mails: Mails
  /** Events between areas. A module declares its consumers. */
  events: Events
  /** The only way to open outgoing connections. */
  egress: Egress
  /** The user agent of the product. */
  userAgent: string
  commands: ContainedRunner
  /** Files of this machine that checks may read. */
  files: FileAccess
  /** Reads referenced values. */
  references: References
  scripts: ScriptEngine
  /** Parses large documents of users and targets in workers. */
  tasks: TaskPool
  clientAddress: ClientAddress
  /** Counts and records what people test before they save it. */
  draftTests: DraftTests
  /** Counts what a person does that sends messages to others at once. */
  countMessage: CountCall
  /** Everything that was opened, including these services. Modules add what they open. */
  parts: Parts
}

/** Most connections. Results, requests and jobs of one process seldom need more; the lanes of jobs keep one to listen on. */
const CONNECTIONS = 10

/** Migrates the database and the queue of jobs. */
async function openStore({ connection, log }: PlatformOptions, parts: Parts): Promise<Database> {
  const database = openDatabase({ connection, connections: CONNECTIONS, log })
  parts.onEnd('database', () => database.close())
  const migrated = await migrate(database.pool)
  if (migrated.tables.length > 0)
    log.info({ migrations: migrated.tables.length }, 'brought the database up to date')
  if (migrated.unknown.length > 0)
    log.warn({ migrations: migrated.unknown }, 'a newer release of Binnacle has migrated the database')
  await prepareJobQueue(database.pool, log)
  return database
}

/** Opens the runners of scripts, commands and workers, which run or parse untrusted input in isolation. */
function openRunners({ configuration, clock }: PlatformOptions, parts: Parts) {
  const commands = openCommands(commandOptions(configuration))
  parts.onEnd('commands', () => commands.close())
  const fileProcesses = createFileProcesses()
  parts.onEnd('files', () => fileProcesses.close())
  const scripts = createScriptEngine({ now: () => clock.now() })
  parts.onEnd('scripts', () => scripts.close())
  const tasks = createTaskPool()
  parts.onEnd('tasks', () => tasks.close())
  const cluster = clusterOf(configuration.references, clock, tasks)
  return {
    commands,
    files: createLocalFiles(localFileOptions(configuration), fileProcesses),
    references: createReferences(configuration.references, clock, fileProcesses, cluster),
    scripts,
    tasks,
  }
}

/**
 * Migrates the database and opens the platform.
 * @param parts gets everything that was opened, even if opening fails later
 */
export async function openPlatform(options: PlatformOptions, parts: Parts): Promise<Platform> {
  const { secretKey, ...given } = options
  const { configuration, connection, clock, log } = given
  const database = await openStore(options, parts)
  const live = await openLive(connection, clock, log)
  parts.onEnd('live', () => live.close())
  const secrets = createSecrets(secretKey)
  const egress = createEgress({ deny: configuration.egressDeny })
  return {
    ...given,
    ...openRunners(options, parts),
    countMessage: createMessageCount(database.pool, clock),
    draftTests: createDraftTests(database.pool, clock, configuration.draftTests),
    processId: newId(),
    works: configuration.role !== 'api',
    answers: configuration.role !== 'worker',
    database,
    pool: database.pool,
    // Strangers can read /readyz, so it must not contain host and user of the database.
    availability: createAvailability(database.pool, clock, (reason) =>
      log.warn({ reason }, 'the database does not answer'),
    ),
    live,
    secrets,
    metrics: createMetrics(),
    events: createEvents(clock),
    mails: createMails({ configuration, egress, secrets, terminal: given.terminal }),
    egress,
    userAgent: `Binnacle/${SERVER_VERSION}`,
    clientAddress: createClientAddress(configuration.trustedProxies),
    parts,
  }
}
