import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createEgress, type Egress, type EgressPolicy } from '@binnacle/egress'
import { connectionFormValues, storedConnection, type StoredConnection } from '@binnacle/contract/connections'
import { type Result, succeed } from '@binnacle/contract/core'
import { isRecord } from '@binnacle/contract/schema'
import type { CheckContext, CheckDefinition, RunCheck } from './checks/check.ts'
import type { ActionContext, ActionDefinition, ActionOutcome, RunAction } from './actions/action.ts'
import type { CommandRunner } from './core/commands.ts'
import type { CommonCheckSpec } from './checks/common-fields.ts'
import type { ConnectionValues } from './core/connection.ts'
import type {
  CommonConnectionForm,
  ConnectionDefinition,
  TestConnectionForm,
} from './connections/connection-type.ts'
import type { FileAccess } from './core/files.ts'
import type {
  NotificationMessage,
  NotifierDefinition,
  NotifierFailure,
  RunNotifier,
  SentMessage,
} from './notifiers/notifier.ts'
import type { CheckOutcome } from './core/outcome.ts'
import { plainFiles } from './core/plain-files.ts'
import { parseLogQuery } from '@binnacle/contract/logs'
import type { LogBackendDefinition, LogPage, LogQuery, OpenLogs } from './logs/log-backend.ts'
import { problemsOf } from './core/problems.ts'
import type { WorkerTask } from './core/run-context.ts'
import { inputJsonSchema } from './core/schema-node.ts'
import type { RunScraper, ScrapeOutput, ScrapeContext, ScraperDefinition } from './scrapers/scraper.ts'

const noCommands: CommandRunner = {
  run: async () => ({
    ok: false,
    failure: { code: 'missing', message: 'this test gives no way to start programs', stdout: '', stderr: '' },
  }),
}

/** Scripts are run by the product. */
export const noTemplates: CheckContext['template'] & CheckContext['jsonPath'] = async () => ({
  ok: false,
  failure: 'this test runs no scripts',
})

function isTask<Input, Output>(
  value: unknown,
  _task: WorkerTask<Input, Output>,
): value is (input: Input, tools: Pick<CheckContext, 'redact'>) => Output | Promise<Output> {
  return typeof value === 'function'
}

/** Runs a task in this thread. */
export async function workHere<Input, Output>(
  task: WorkerTask<Input, Output>,
  input: Input,
  redact: CheckContext['redact'] = (text) => text,
): Promise<Result<Output, string>> {
  const loaded: unknown = await import(task.module.href)
  const found = isRecord(loaded) ? loaded[task.name] : undefined
  if (!isTask(found, task)) throw new TypeError(`${task.module.pathname} exports no function ${task.name}`)
  return succeed(await found(input, { redact }))
}

/** Waits until a signal aborts, as the product does. */
export function waitHere(signal: AbortSignal): CheckContext['wait'] {
  return async (milliseconds) => {
    await sleep(milliseconds, undefined, { signal }).catch(() => {})
  }
}

export interface RunForTestOptions {
  timeoutMilliseconds?: number
  deny?: EgressPolicy['deny']
  now?: () => Date
  /** Waits as long as it takes unless given. */
  wait?: CheckContext['wait']
  commands?: CommandRunner
  /** Any file of the machine unless given. */
  files?: FileAccess
  template?: CheckContext['template']
  jsonPath?: CheckContext['jsonPath']
  redact?: CheckContext['redact']
  redactConnectionSecrets?: CheckContext['redactConnectionSecrets']
  received?: CheckContext['received']
}

/** What a run in a test may use of the world: its time limited, connections through egress. */
export function contextForTest(options: RunForTestOptions = {}): CheckContext {
  const {
    timeoutMilliseconds = 5_000,
    deny = new Set(),
    now = () => new Date(),
    commands = noCommands,
    files = plainFiles,
    template = noTemplates,
    jsonPath = noTemplates,
    redact = (text) => text,
    redactConnectionSecrets = (text) => text,
  } = options
  const signal = AbortSignal.timeout(timeoutMilliseconds)
  return {
    signal,
    timeoutMilliseconds,
    now,
    wait: options.wait ?? waitHere(signal),
    egress: createEgress({ deny }),
    commands,
    files,
    template,
    jsonPath,
    work: (task, input) => workHere(task, input, redact),
    redact,
    redactConnectionSecrets,
    received: options.received,
    userAgent: 'Binnacle/test',
  }
}

/** Runs a check in a test as the product would: the spec parsed. */
export async function runForTest<Spec extends CommonCheckSpec>(
  definition: CheckDefinition<Spec>,
  run: RunCheck<Spec>,
  input: Readonly<Record<string, unknown>>,
  options: RunForTestOptions = {},
): Promise<CheckOutcome> {
  return run(definition.schema.parse({ name: 'test', ...input }), contextForTest(options))
}

/** What is wrong with a spec, as a person reads it: `url: This field is required`. */
export function problemsForTest<Spec extends CommonCheckSpec>(
  { schema }: CheckDefinition<Spec>,
  input: Readonly<Record<string, unknown>>,
): string[] {
  const parsed = schema.safeParse({ name: 'test', ...input })
  if (parsed.success) return []
  return problemsOf(parsed.error, inputJsonSchema(schema)).map(({ path, message }) => `${path}: ${message}`)
}

/** Tests a connection in a test as the product would: its form stored, read again and parsed. */
export async function testConnectionForTest<Form extends CommonConnectionForm>(
  definition: ConnectionDefinition<Form>,
  open: TestConnectionForm<Form>,
  form: Readonly<Record<string, unknown>>,
  options: RunForTestOptions & { egress?: Egress } = {},
): Promise<CheckOutcome> {
  const schema = inputJsonSchema(definition.schema)
  const stored = storedConnection(schema, definition.type, { name: 'test', ...form })
  const context = contextForTest(options)
  return open(definition.schema.parse(connectionFormValues(schema, stored)), {
    ...context,
    egress: options.egress ?? context.egress,
    connection: connectionValuesOf(stored),
  })
}

/** A stored connection as what uses it has it. */
export function connectionValuesOf({
  insecure_tls: insecureTls,
  ...stored
}: StoredConnection & { type: string }): ConnectionValues {
  const { name, namespace, type, properties, ...texts } = stored
  const present = Object.fromEntries(Object.entries(texts).filter(([, text]) => typeof text === 'string'))
  return { name, namespace, type, insecureTls, ...present, properties }
}

/** What runs of a family have besides what all have. */
type ExtraContext<Context> = Partial<Omit<Context, keyof CheckContext>>

/** What a scraper in a test may use of the world. It masks with a key that everyone knows. */
export function scrapeContextForTest({
  log = () => {},
  lastComplete,
  mode = 'look',
  expression = noTemplates,
  mask = (value) => `masked:${createHmac('sha256', 'test').update(JSON.stringify(value)).digest('hex')}`,
  ...options
}: RunForTestOptions & ExtraContext<ScrapeContext> = {}): ScrapeContext {
  return { ...contextForTest(options), log, lastComplete, mode, expression, mask }
}

/** Runs a scraper in a test as the product would: the spec parsed. @returns everything that it found */
export async function scrapeForTest<Spec>(
  definition: ScraperDefinition<Spec>,
  run: RunScraper<Spec>,
  input: Readonly<Record<string, unknown>>,
  options: RunForTestOptions & ExtraContext<ScrapeContext> = {},
): Promise<ScrapeOutput[]> {
  const context = scrapeContextForTest(options)
  const found: ScrapeOutput[] = []
  for await (const one of run(definition.schema.parse(input), context)) found.push(one)
  return found
}

/** Runs an action in a test as the product would: the spec parsed. */
export async function actForTest<Spec>(
  definition: ActionDefinition<Spec>,
  run: RunAction<Spec>,
  input: Readonly<Record<string, unknown>>,
  { log = () => {}, key = 'test', ...options }: RunForTestOptions & ExtraContext<ActionContext> = {},
): Promise<ActionOutcome> {
  return run(definition.schema.parse(input), { ...contextForTest(options), log, key })
}

/** A search of logs in a test: everything up to the year 2100, unless it says less. */
export interface LogSearchForTest extends Partial<LogQuery> {
  /** As people type it. */
  query?: string
}

/** Makes a whole search for a test. */
export function logQueryForTest({ query = '', ...asked }: LogSearchForTest = {}): LogQuery {
  return {
    target: { labels: {} },
    filter: parseLogQuery(query),
    from: new Date(0),
    to: new Date('2100-01-01T00:00:00Z'),
    limit: 100,
    direction: 'backward',
    ...asked,
  }
}

/** Searches a log backend in a test as the product would: the spec parsed. */
export async function searchLogsForTest<Spec>(
  definition: LogBackendDefinition<Spec>,
  open: OpenLogs<Spec>,
  input: Readonly<Record<string, unknown>>,
  query: LogSearchForTest = {},
  options: RunForTestOptions = {},
): Promise<Result<LogPage, string>> {
  const source = await open(definition.schema.parse(input), contextForTest(options))
  return source.search(logQueryForTest(query))
}

/** A message for tests: an alert that a shop is down, changed as given. */
export function messageForTest(changes: Partial<NotificationMessage> = {}): NotificationMessage {
  return {
    title: 'The shop is down',
    body: 'Its page answers with status 503.',
    kind: 'alert',
    severity: 'critical',
    time: new Date('2026-11-23T04:05:06Z'),
    resource: { kind: 'check', name: 'shop' },
    labels: { team: 'web' },
    links: [
      { name: 'view', label: 'View', url: 'https://binnacle.example/health?checkId=1' },
      {
        name: 'silence',
        label: 'Silence',
        url: 'https://binnacle.example/notifications/silences/add?check_id=1',
      },
      {
        name: 'acknowledge',
        label: 'Acknowledge',
        url: 'https://binnacle.example/acknowledge/token',
        post: 'https://binnacle.example/api/acknowledge/token',
        call: 'https://binnacle.example/api/acknowledge/token/call',
      },
    ],
    alert: 'alert-1',
    ...changes,
  }
}

/** Sends a message in a test as the product would: its settings parsed. */
export async function notifyForTest<Spec>(
  definition: NotifierDefinition<Spec>,
  run: RunNotifier<Spec>,
  { spec, connection }: { spec: Readonly<Record<string, unknown>>; connection: ConnectionValues },
  message: NotificationMessage,
  { key = 'test', egress, ...options }: RunForTestOptions & { key?: string; egress?: Egress } = {},
): Promise<Result<SentMessage, NotifierFailure>> {
  const context = contextForTest(options)
  return run(definition.schema.parse(spec), message, {
    ...context,
    egress: egress ?? context.egress,
    connection,
    key,
  })
}
