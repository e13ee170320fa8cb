import { isIP } from 'node:net'
import { isAbsolute } from 'node:path'
import { fail, type Problem, type Result, succeed } from '@binnacle/contract/core'
import { formatBytes, parseBytes, trimEndOf } from '@binnacle/contract/text'
import { z } from 'zod'
import { DEFAULT_DISK, DEFAULT_MEMORY } from './commands/limits.ts'

/** Fewest characters. The generated key has more. */
export const SHORTEST_SECRET_KEY = 32

function oneOf<const Words extends readonly string[]>(words: Words) {
  return z.enum(words, { error: `must be one of ${words.join(', ')}` })
}

/** Default limit of all artifacts in bytes. */
const DEFAULT_ARTIFACT_DISK = 5 * 1_073_741_824

const onOff = oneOf(['on', 'off']).transform((value) => value === 'on')

/** Bash does not start with less memory. */
const LEAST_BYTES = 16 * 1_048_576
/** Pages of the web application need about as much. */
const LEAST_ANSWER = 1_048_576
/** JavaScript cannot read a text of twice as much. */
const LARGEST_ANSWER = 256 * 1_048_576
const DEFAULT_ANSWER = 16 * 1_048_576

/** A size in bytes, at least `least` and at most `most`. */
function sizeFrom(least: number, most = Infinity) {
  return z.string().transform((text, context) => {
    const bytes = parseBytes(text)
    if (bytes !== undefined && bytes >= least && bytes <= most) return bytes
    const range =
      most === Infinity
        ? `of at least ${formatBytes(least)}, such as 512 MiB`
        : `from ${formatBytes(least)} to ${formatBytes(most)}, such as 32 MiB`
    context.issues.push({ code: 'custom', input: text, message: `must be a size ${range}` })
    return z.NEVER
  })
}

const size = sizeFrom(LEAST_BYTES)

const databaseUrl = z
  .string()
  .refine((text) => ['postgres:', 'postgresql:'].includes(URL.parse(text)?.protocol ?? ''), {
    error: 'must be an address such as postgres://user:password@host:5432/name',
  })

const publicUrl = z
  .string()
  .refine((text) => ['http:', 'https:'].includes(URL.parse(text)?.protocol ?? ''), {
    error: 'must be an http or https address such as https://binnacle.example.com',
  })
  .transform((text) => trimEndOf(text, '/'))

const smtpUrl = z.string().refine((text) => ['smtp:', 'smtps:'].includes(URL.parse(text)?.protocol ?? ''), {
  error: 'must be an address such as smtp://user:password@mail.example.com:587',
})

/** Texts separated by commas. */
const commaList = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
)

const proxies = commaList.refine((list) => list.every((entry) => entry === 'loopback' || isNetwork(entry)), {
  error: 'must be a comma-separated list of addresses, networks such as 10.0.0.0/8, and loopback',
})

/** Whether a text is an address, or a network such as 10.0.0.0/8. */
function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return (
    rest.length === 0 &&
    bits > 0 &&
    (prefix === undefined || (/^\d+$/.test(prefix) && Number(prefix) <= bits))
  )
}

/**
 * Labels that metrics can have besides their own: each makes every scrape longer. Only labels of the check are allowed. A
 * value that a run found would start a new counter and a new histogram whenever it changes.
 */
const MOST_METRIC_LABELS = 10

const metricLabels = commaList
  .transform((keys) => [...new Set(keys)])
  .refine((keys) => keys.length <= MOST_METRIC_LABELS, {
    error: `must be a comma-separated list of at most ${MOST_METRIC_LABELS} keys of labels`,
  })

const deniedRanges = commaList.transform((ranges, context) => {
  const known = z.array(z.enum(['loopback', 'private'])).safeParse(ranges)
  if (known.success) return new Set(known.data)
  context.issues.push({
    code: 'custom',
    input: ranges,
    message: 'must be a comma-separated list of loopback and private',
  })
  return z.NEVER
})

const wholePort = z.coerce
  .number({ error: 'must be a whole number from 1 to 65535' })
  .int('must be a whole number from 1 to 65535')
  .min(1, 'must be a whole number from 1 to 65535')
  .max(65_535, 'must be a whole number from 1 to 65535')

const wholeDays = z.coerce
  .number({ error: 'must be a whole number of days from 1 to 3650' })
  .int('must be a whole number of days from 1 to 3650')
  .min(1, 'must be a whole number of days from 1 to 3650')
  .max(3_650, 'must be a whole number of days from 1 to 3650')

const readableVariables = commaList.refine(
  (list) => list.every((entry) => /^[A-Za-z_][A-Za-z0-9_]*\*?$/.test(entry)),
  {
    error: 'must be a comma-separated list of names, or of beginnings with a * after them, such as CHECK_*',
  },
)

const runAs = z
  .string()
  .regex(
    /^([a-z_][a-z0-9_.-]*\$?|\d{1,9})(:([a-z_][a-z0-9_.-]*\$?|\d{1,9}))?$/i,
    'must be a user, such as daemon or 1000, or user:group',
  )
  .refine((text) => !text.split(':').some((part) => part === 'root' || /^0+$/.test(part)), {
    error: 'must be neither root nor the group of root: name an ordinary user, such as daemon',
  })
  .transform((text) => {
    const [user = '', group] = text.split(':')
    return group === undefined ? { user } : { user, group }
  })
const absoluteFolders = commaList.refine((list) => list.every((folder) => isAbsolute(folder)), {
  error: 'must be a comma-separated list of absolute paths, such as /var/backups,/srv/results',
})

/** Every environment variable the server reads. The table in docs/reference/configuration.md is checked against it. */
const environment = z.object({
  PORT: wholePort.default(8080).describe('Port that the product listens on.'),
  HOST: z
    .string()
    .refine((host) => isIP(host) > 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(host), {
      error: 'must be an address or host name to listen on',
    })
    .default('127.0.0.1')
    .describe('Address to listen on; 0.0.0.0 for every IPv4 interface.'),
  DATA_DIR: z.string().min(1).default('./data').describe('Folder of the database and the generated key.'),
  DATABASE_URL: databaseUrl.optional().describe('A PostgreSQL 15 to 18 to use instead of the bundled one.'),
  SECRET_KEY: z
    .string()
    .min(SHORTEST_SECRET_KEY, `must have at least ${SHORTEST_SECRET_KEY} characters`)
    .optional()
    .describe('Encrypts stored secrets. Required with DATABASE_URL; otherwise generated into DATA_DIR.'),
  PUBLIC_URL: publicUrl.optional().describe('Address of the product for users, in links and cookies.'),
  RUN_AS: runAs
    .optional()
    .describe(
      'User of the product when root starts it: a name or number, optionally with `:group`. Default: the owner of DATA_DIR, or `daemon` if that is root.',
    ),
  ADMIN_EMAIL: z
    .email('must be an email address')
    .optional()
    .describe('First administrator, created at start if no person exists.'),
  ADMIN_PASSWORD: z
    .string()
    .min(8, 'must have at least 8 characters')
    .optional()
    .describe('Password of the first administrator.'),
  REGISTRATION: oneOf(['open', 'invitation', 'closed'])
    .default('invitation')
    .describe(
      'Who may create an account: anyone with an email address (open; they become viewers), people with an invitation, or nobody.',
    ),
  SMTP_URL: smtpUrl
    .optional()
    .describe(
      'Mail server, as smtp:// or smtps:// with user and password. Default: emails go to the terminal of the server.',
    ),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n@]*@[^\r\n]*$/, 'must be an address such as Binnacle <binnacle@example.com>')
    .optional()
    .describe('Sender of emails. Required with SMTP_URL.'),
  TRUSTED_PROXIES: proxies
    .default(['loopback'])
    .describe(
      'Proxies whose X-Forwarded-For is trusted: addresses, networks, and loopback for the machine itself.',
    ),
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .describe('Least severe log entries to write.'),
  ROLE: oneOf(['all', 'api', 'worker'])
    .default('all')
    .describe('What this process does: answer requests, run checks and jobs, or both.'),
  MODE: oneOf(['full', 'health'])
    .default('full')
    .describe('What this installation is: everything, or a health checker with only the Health page.'),
  EGRESS_DENY: deniedRanges
    .default(new Set())
    .describe('Ranges to which the product never connects: loopback, private.'),
  EXEC_CHECKS: oneOf(['on', 'off', 'contained'])
    .default('on')
    .describe(
      'Whether scripts of checks run: on, with the containment that the machine allows; off; or contained, only with complete containment. ICMP checks start ping in any case.',
    ),
  EXEC_MEMORY: size
    .prefault(formatBytes(DEFAULT_MEMORY))
    .describe(
      'Stops a script that uses more memory than this, its files included, such as `1 GiB`. Without control groups each process of it is limited.',
    ),
  EXEC_DISK: size
    .prefault(formatBytes(DEFAULT_DISK))
    .describe(
      'Limits all files of a script together, which are in memory, such as `100 MiB`. Less than EXEC_MEMORY.',
    ),
  DRAFT_TESTS: z.coerce
    .number({ error: 'must be a whole number from 1 to 100000' })
    .int('must be a whole number from 1 to 100000')
    .min(1, 'must be a whole number from 1 to 100000')
    .max(100_000, 'must be a whole number from 1 to 100000')
    .default(300)
    .describe(
      'Drafts of checks, scrapers, topologies and log backends that a person may test in an hour; four times as many previews of rules and silences and trials of scripts. Every test is in the audit log.',
    ),
  ARTIFACT_DAYS: wholeDays
    .default(30)
    .describe('Days for which files of scripts are stored with the results of their checks.'),
  ARTIFACT_DISK: size
    .prefault(formatBytes(DEFAULT_ARTIFACT_DISK))
    .describe(
      'Limits all these files in the database, such as `1 GiB`. Every hour the oldest beyond it are deleted. Those of one check take at most 100 MiB.',
    ),
  ANSWER_SIZE: sizeFrom(LEAST_ANSWER, LARGEST_ANSWER)
    .prefault(formatBytes(DEFAULT_ANSWER))
    .describe(
      'Largest answer to a request; a larger one is refused with 413. Downloads, followed logs and the summary for other clients (`/canary/api/summary`) are sent in pieces and not limited. 1 MiB to 256 MiB.',
    ),
  LOCAL_FOLDERS: absoluteFolders
    .default([])
    .describe(
      'Folders of this machine that folder and junit checks may read, such as /var/backups,/srv/results. Default: none. Authors of checks can then see names, sizes and times of everything inside, and the content of .xml files.',
    ),
  METRIC_LABELS: metricLabels
    .default([])
    .describe('Adds these labels of checks to their metrics, such as team,region; at most 10.'),
  PROPERTIES_FILE: z
    .string()
    .min(1)
    .optional()
    .describe(
      'File of feature flags and other settings, with lines `name=value`. It is read again when it changes. They take precedence over those that people set.',
    ),
  SECRETS_DIR: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Folder of Secrets with files `name/key` or `namespace/name/key`, as Kubernetes mounts them. Checks and connections read them as `secret://name/key`. Default: none.',
    ),
  CONFIG_MAPS_DIR: z
    .string()
    .min(1)
    .optional()
    .describe('The same for Config Maps, which are read as `configmap://name/key`.'),
  SECRET_FILES_DIR: z
    .string()
    .min(1)
    .optional()
    .describe('Folder whose files checks and connections may read as `file://path`. Default: none.'),
  SECRET_VARIABLES: readableVariables
    .default([])
    .describe(
      'Environment variables that checks and connections may read as `env://NAME`: names, or prefixes such as `CHECK_*`. Never settings of the product.',
    ),
  KUBERNETES_CLUSTER: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Cluster in which checks and connections may read Secrets, Config Maps, `helm://release/path` and `serviceaccount://name` of their namespace: `in-cluster` for the one that the product runs in, or the path of a kubeconfig. Default: none.',
    ),
  KUBERNETES_SERVICE_HOST: z
    .string()
    .min(1)
    .optional()
    .describe('Set by Kubernetes in every pod: where `in-cluster` finds the API.'),
  KUBERNETES_SERVICE_PORT: z.string().min(1).optional().describe('Set by Kubernetes in every pod.'),
  WATCH_SELF: onOff
    .default(true)
    .describe('Whether the product watches itself and its host: on or off. Without DATABASE_URL only.'),
})

type Environment = z.output<typeof environment>

/** Where referenced values are stored. */
export interface ReferenceSettings {
  secretsFolder?: string
  configMapsFolder?: string
  filesFolder?: string
  /** The cluster that may be read: `in-cluster`, or the path of a kubeconfig. */
  cluster?: string
  /** The API of the cluster in which the product runs. */
  pod?: { host: string | undefined; port: string | undefined }
  /** The environment variables that may be read, with their values. */
  variables: ReadonlyMap<string, string>
}

export interface Configuration {
  port: number
  host: string
  dataDirectory: string
  databaseUrl?: string
  secretKey?: string
  /** Without a trailing slash. */
  publicUrl: string
  administrator?: { email: string; password: string }
  registration: Environment['REGISTRATION']
  mail?: { smtpUrl: string; from: string }
  trustedProxies: readonly string[]
  logLevel: Environment['LOG_LEVEL']
  role: Environment['ROLE']
  /** User of the product when root starts it. */
  runAs?: { user: string; group?: string }
  mode: Environment['MODE']
  egressDeny: Environment['EGRESS_DENY']
  execChecks: Environment['EXEC_CHECKS']
  /** Most bytes of memory of one run of a script. */
  execMemory: number
  /** Most bytes of the files of one run of a script. */
  execDisk: number
  /** Most tests of drafts of a person in an hour. */
  draftTests: number
  watchSelf: boolean
  /** How many days artifacts are stored, and most bytes of all of them. */
  artifactLimits: { days: number; bytes: number }
  /** Most bytes of an answer to a request. */
  answerBytes: number
  /** Folders of this machine that checks may read; absolute. */
  localFolders: readonly string[]
  /** Labels of checks to add to their metrics. */
  metricLabels: readonly string[]
  references: ReferenceSettings
  propertiesFile?: string
}

/** Name, default and meaning of every variable, for the documentation. */
export function describeEnvironment(): { name: string; fallback: string; meaning: string }[] {
  return Object.entries(environment.shape).map(([name, schema]) => {
    const hasFallback = schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault
    const fallback = hasFallback ? schema.def.defaultValue : undefined
    const text = fallback instanceof Set ? '' : fallback === true ? 'on' : String(fallback ?? '')
    return { name, fallback: text, meaning: schema.description ?? '' }
  })
}

/** The variables that the operator lets checks read, without settings of the product such as its key. */
function variablesFor(
  patterns: readonly string[],
  variables: Readonly<Record<string, string | undefined>>,
): Map<string, string> {
  const isAllowed = (name: string) =>
    !Object.hasOwn(environment.shape, name) &&
    patterns.some((pattern) =>
      pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern,
    )
  return new Map(
    Object.entries(variables).flatMap(([name, value]) =>
      value !== undefined && isAllowed(name) ? [[name, value]] : [],
    ),
  )
}

function crossChecks(values: Readonly<Partial<Record<keyof Environment, unknown>>>): Problem[] {
  const problems: Problem[] = []
  if (values.DATABASE_URL !== undefined && values.SECRET_KEY === undefined)
    problems.push({
      path: 'SECRET_KEY',
      message:
        'is required with DATABASE_URL, and must be the same for all processes that share the database',
    })
  if ((values.SMTP_URL === undefined) !== (values.MAIL_FROM === undefined))
    problems.push({
      path: values.SMTP_URL === undefined ? 'SMTP_URL' : 'MAIL_FROM',
      message: 'is missing: SMTP_URL and MAIL_FROM go together, set both or neither',
    })
  if ((values.ROLE === 'api' || values.ROLE === 'worker') && values.DATABASE_URL === undefined)
    problems.push({
      path: 'ROLE',
      message: `${values.ROLE} needs DATABASE_URL, because no other process can share the bundled database`,
    })
  if ((values.ADMIN_EMAIL === undefined) !== (values.ADMIN_PASSWORD === undefined))
    problems.push({
      path: values.ADMIN_EMAIL === undefined ? 'ADMIN_EMAIL' : 'ADMIN_PASSWORD',
      message: 'is missing: ADMIN_EMAIL and ADMIN_PASSWORD go together, set both or neither',
    })
  return problems
}

/**
 * Reads the configuration from environment variables. An empty variable counts as not set.
 * @returns the configuration, or all its problems
 */
export function readConfiguration(
  variables: Readonly<Record<string, string | undefined>>,
): Result<Configuration, Problem[]> {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = environment.safeParse(given)
  const issues = parsed.error?.issues ?? []
  const problems = [
    ...issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message })),
    ...crossChecks(given),
  ]
  if (!parsed.success || problems.length > 0) return fail(problems)
  const values = parsed.data
  if (values.EXEC_DISK >= values.EXEC_MEMORY) {
    const message = `must be less than EXEC_MEMORY (${formatBytes(values.EXEC_MEMORY)}), as the files of a script are in memory`
    return fail([{ path: 'EXEC_DISK', message }])
  }
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password, SMTP_URL: smtpUrl, MAIL_FROM: from } = values
  const shownHost = ['0.0.0.0', '::'].includes(values.HOST) ? 'localhost' : values.HOST
  const urlHost = isIP(shownHost) === 6 ? `[${shownHost}]` : shownHost
  return succeed({
    port: values.PORT,
    host: values.HOST,
    dataDirectory: values.DATA_DIR,
    publicUrl: values.PUBLIC_URL ?? `http://${urlHost}:${values.PORT}`,
    registration: values.REGISTRATION,
    trustedProxies: values.TRUSTED_PROXIES,
    logLevel: values.LOG_LEVEL,
    role: values.ROLE,
    mode: values.MODE,
    egressDeny: values.EGRESS_DENY,
    execChecks: values.EXEC_CHECKS,
    execMemory: values.EXEC_MEMORY,
    execDisk: values.EXEC_DISK,
    watchSelf: values.WATCH_SELF,
    draftTests: values.DRAFT_TESTS,
    artifactLimits: { days: values.ARTIFACT_DAYS, bytes: values.ARTIFACT_DISK },
    answerBytes: values.ANSWER_SIZE,
    localFolders: values.LOCAL_FOLDERS,
    metricLabels: values.METRIC_LABELS,
    references: {
      variables: variablesFor(values.SECRET_VARIABLES, variables),
      ...(values.SECRETS_DIR === undefined ? {} : { secretsFolder: values.SECRETS_DIR }),
      ...(values.CONFIG_MAPS_DIR === undefined ? {} : { configMapsFolder: values.CONFIG_MAPS_DIR }),
      ...(values.SECRET_FILES_DIR === undefined ? {} : { filesFolder: values.SECRET_FILES_DIR }),
      ...(values.KUBERNETES_CLUSTER === undefined ? {} : { cluster: values.KUBERNETES_CLUSTER }),
      pod: { host: values.KUBERNETES_SERVICE_HOST, port: values.KUBERNETES_SERVICE_PORT },
    },
    ...(values.RUN_AS === undefined ? {} : { runAs: values.RUN_AS }),
    ...(values.PROPERTIES_FILE === undefined ? {} : { propertiesFile: values.PROPERTIES_FILE }),
    ...(values.DATABASE_URL === undefined ? {} : { databaseUrl: values.DATABASE_URL }),
    ...(values.SECRET_KEY === undefined ? {} : { secretKey: values.SECRET_KEY }),
    ...(smtpUrl === undefined || from === undefined ? {} : { mail: { smtpUrl, from } }),
    ...(email === undefined || password === undefined ? {} : { administrator: { email, password } }),
  })
}
