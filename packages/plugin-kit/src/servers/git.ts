import { execFile, spawn } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { listen, type TestServer } from './listen.ts'
import { missingProgram } from './program.ts'

const start = promisify(execFile)

/** Why tests that need git are skipped, if they are. */
export const missingGit = missingProgram('git', 'git')

/** Git that obeys no settings of the machine, and takes the repositories of any user. */
const environment = {
  PATH: process.env['PATH'] ?? '',
  LC_ALL: 'C',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_COUNT: '2',
  GIT_CONFIG_KEY_0: 'safe.directory',
  GIT_CONFIG_VALUE_0: '*',
  GIT_CONFIG_KEY_1: 'http.receivepack',
  GIT_CONFIG_VALUE_1: 'true',
  GIT_AUTHOR_NAME: 'Test',
  GIT_AUTHOR_EMAIL: 'test@example.com',
  GIT_COMMITTER_NAME: 'Test',
  GIT_COMMITTER_EMAIL: 'test@example.com',
}

/**
 * Makes a bare repository with one commit on `main`.
 * @param folder where it is made, and a working copy beside it
 * @param files their texts, by name
 * @returns the path of the bare repository
 */
export async function makeRepository(
  folder: string,
  name: string,
  files: Readonly<Record<string, string>>,
): Promise<string> {
  const work = join(folder, `${name}.work`)
  const bare = join(folder, `${name}.git`)
  const git = (...args: string[]) => start('git', args, { env: environment, cwd: work })
  await mkdir(work, { recursive: true })
  await git('init', '--quiet', '--initial-branch', 'main')
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(work, path)), { recursive: true })
    await writeFile(join(work, path), text)
  }
  await git('add', '--all')
  await git('commit', '--quiet', '--message', 'First')
  await git('clone', '--quiet', '--bare', work, bare)
  return bare
}

export interface GitHttpServer extends TestServer {
  /** The requests that came, as `METHOD path`, with the account that each showed. */
  requests: { request: string; authorization: string | undefined }[]
}

/** Passes a request to the program that git brings for web servers, as CGI (RFC 3875). */
function passToGit(root: string, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '/', 'http://localhost')
  const { headers } = request
  const child = spawn('git', ['http-backend'], {
    env: {
      ...environment,
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      REQUEST_METHOD: request.method ?? 'GET',
      PATH_INFO: decodeURIComponent(url.pathname),
      QUERY_STRING: url.search.slice(1),
      CONTENT_TYPE: headers['content-type'] ?? '',
      ...(headers['content-length'] === undefined ? {} : { CONTENT_LENGTH: headers['content-length'] }),
      ...(headers['content-encoding'] === undefined
        ? {}
        : { HTTP_CONTENT_ENCODING: headers['content-encoding'] }),
      ...(typeof headers['git-protocol'] === 'string' ? { GIT_PROTOCOL: headers['git-protocol'] } : {}),
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  child.on('error', () => response.writeHead(500).end())
  child.stdin.on('error', () => {})
  request.pipe(child.stdin)
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.on('close', () => {
    const whole = Buffer.concat(chunks)
    const end = whole.indexOf('\r\n\r\n')
    const fields = whole
      .toString('latin1', 0, Math.max(end, 0))
      .split('\r\n')
      .map((line): [string, string] => [line.split(':')[0] ?? '', line.slice(line.indexOf(':') + 1).trim()])
    const status = Number(fields.find(([name]) => name.toLowerCase() === 'status')?.[1]?.slice(0, 3) ?? 200)
    response.writeHead(
      status,
      Object.fromEntries(fields.filter(([name]) => name !== '' && name.toLowerCase() !== 'status')),
    )
    response.end(whole.subarray(end + 4))
  })
}

/**
 * Serves the bare repositories of a folder over HTTP, with git's own program.
 * @param account user and password that it demands; Default: anyone may read and write
 */
export async function startGitOverHttp(
  root: string,
  account?: { username: string; password: string },
): Promise<GitHttpServer> {
  const requests: GitHttpServer['requests'] = []
  const wanted =
    account === undefined
      ? undefined
      : `Basic ${Buffer.from(`${account.username}:${account.password}`).toString('base64')}`
  const server = createServer((request, response) => {
    const { authorization } = request.headers
    requests.push({ request: `${request.method} ${request.url}`, authorization })
    if (wanted !== undefined && authorization !== wanted) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end()
      return
    }
    passToGit(root, request, response)
  })
  return { ...(await listen(server, 0)), requests }
}
