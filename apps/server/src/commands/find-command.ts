/** Options of every command. */
export interface CommandLine {
  words: readonly string[]
  canaries: readonly string[]
  name?: string | undefined
  role?: string | undefined
  days?: string | undefined
  /** Folder that files of scripts are written to. */
  artifacts?: string | undefined
  /** Whether it prints JSON. */
  json: boolean
  'password-stdin': boolean
  expect: readonly string[]
  'old-keys-stdin': boolean
}

/** A recognized command. */
export interface Command {
  /** What it works on: the product, checks, scrapers or topologies of a file, the schema of the database, or what the database holds. */
  kind: 'serve' | 'check' | 'migrate' | 'content'
  /** Files and folders on the command line that it reads. */
  paths: readonly string[]
  /** Loads what it needs, and runs. @returns the exit code */
  run(): Promise<number>
}

/**
 * Finds the command that words on the command line name.
 * @returns a sentence, empty for the usage, where they name none
 */
export function findCommand(line: CommandLine): Command | string {
  const { canaries, name, role = 'viewer', days = '90', words } = line
  const [command = 'serve', ...rest] = words
  if (command !== 'check' && line.artifacts !== undefined) return '--artifacts goes with check run only.'
  if (command !== 'scrape' && command !== 'topology' && line.json)
    return '--json goes with scrape run and topology run only.'
  if (command !== 'serve' && canaries.length > 0) return '--canaries goes with serve only.'
  if (command === 'serve' && rest.length === 0)
    return {
      kind: 'serve',
      paths: canaries,
      run: async () => (await import('./serve.ts')).serve(canaries),
    }
  if (command === 'migrate' && rest.length === 0)
    return { kind: 'migrate', paths: [], run: async () => (await import('./migrate.ts')).migrate() }
  const [verb, subject] = rest
  if (command === 'audit' && verb === 'verify' && rest.length === 1) {
    const options = { expect: line.expect, oldKeysFromInput: line['old-keys-stdin'] }
    return { kind: 'content', paths: [], run: async () => (await import('./audit.ts')).auditVerify(options) }
  }
  if (command === 'audit' && verb === 'head' && rest.length === 1)
    return { kind: 'content', paths: [], run: async () => (await import('./audit.ts')).auditHead() }
  if (subject === undefined || rest.length !== 2) return ''
  if (command === 'check' && verb === 'run')
    return {
      kind: 'check',
      paths: [subject],
      run: async () => (await import('./check-run.ts')).checkRun(subject, line.artifacts),
    }
  if (command === 'scrape' && verb === 'run')
    return {
      kind: 'check',
      paths: [subject],
      run: async () => (await import('./scrape-run.ts')).scrapeRun(subject, line.json),
    }
  if (command === 'topology' && verb === 'run')
    return {
      kind: 'check',
      paths: [subject],
      run: async () => (await import('./topology-run.ts')).topologyRun(subject, line.json),
    }
  if (name === undefined) return ''
  if (command === 'user' && verb === 'add') {
    const options = { email: subject, name, role, passwordFromInput: line['password-stdin'] }
    return { kind: 'content', paths: [], run: async () => (await import('./user-add.ts')).userAdd(options) }
  }
  if (command === 'token' && verb === 'create') {
    const options = { email: subject, name, role, days }
    return {
      kind: 'content',
      paths: [],
      run: async () => (await import('./token-create.ts')).tokenCreate(options),
    }
  }
  return ''
}
