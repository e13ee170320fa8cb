import { resolve } from 'node:path'
import { type App, startApp } from '../app.ts'
import { systemClock } from '../platform/clock.ts'
import type { Configuration } from '../platform/configuration.ts'
import { collectGarbage } from '../platform/garbage.ts'
import { createHttpServer, type RunningServer } from '../platform/http/server.ts'
import { createLog, type Log } from '../platform/log.ts'
import { StartFailure } from '../platform/start-failure.ts'
import { CRASHED } from '../platform/starter/crash.ts'
import { MISUSE } from '../misuse.ts'
import { type Infrastructure, prepareInfrastructure } from './infrastructure.ts'
import { readSettings } from './settings.ts'

/** SIGTERM to exit; what is not done by then is cut. */
const STOP_MILLISECONDS = 9_500
const GRACE_MILLISECONDS = 2_000
/** Interrupts that follow the first one so soon are the same one. */
const ONE_INTERRUPT_MILLISECONDS = 1_000

async function listen(
  http: ReturnType<typeof createHttpServer>,
  { host, port }: Configuration,
): Promise<RunningServer> {
  try {
    return await http.listen()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EADDRINUSE')
      throw new StartFailure(
        `Port ${port} on ${host} is taken by another program: stop that one, or set PORT to a free port, such as PORT=${port + 1}.`,
      )
    if (code === 'EACCES')
      throw new StartFailure(`This user may not listen on port ${port}: set PORT to 1024 or higher.`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new StartFailure(`This machine has no address ${host} to listen on: set HOST to one that it has.`)
    throw error
  }
}

async function nextStep(app: App, { role }: Configuration): Promise<string> {
  if (role === 'worker') return 'This process runs checks and serves no pages.'
  const { needed, code, exposed } = await app.setup()
  return needed
    ? `Open it to create the first administrator. ${exposed ? 'The' : 'Through a proxy, the'} set-up code is ${code}`
    : 'Open it to sign in.'
}

async function introduce(app: App, configuration: Configuration): Promise<void> {
  const next = await nextStep(app, configuration)
  process.stdout.write(
    `\n  Binnacle is ready at ${configuration.publicUrl}\n  ${next}\n  Press Ctrl+C to stop.\n\n`,
  )
}

/**
 * Waits for the first signal to stop; from then on the process has its time and no more. One Ctrl+C arrives two or three
 * times, from the terminal and from what started this process, so only a later one means haste.
 */
function signalled(): Promise<NodeJS.Signals> {
  const { promise, resolve } = Promise.withResolvers<NodeJS.Signals>()
  let first: number | undefined
  const stop = (signal: NodeJS.Signals) => {
    if (first === undefined) limitStop()
    first ??= performance.now()
    if (signal === 'SIGINT' && performance.now() - first > ONE_INTERRUPT_MILLISECONDS) process.exit(130)
    resolve(signal)
  }
  // Without a listener a signal would end the process at once, so they stay until the end.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  return promise
}

function limitStop(): void {
  setTimeout(() => process.exit(1), STOP_MILLISECONDS).unref()
}

/**
 * Ends the process when a library throws outside of our promises. Nobody knows what it left half done, so the process is
 * started again: leases and jobs are released like those of a killed one.
 */
function endAfterDefects(log: Log): void {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'the product met a defect and ends, to be started again')
    process.exit(CRASHED)
  })
}

/**
 * Runs the product until it is told to stop.
 * @param canaryPaths files and folders of canaries
 * @returns the exit code
 */
export async function serve(canaryPaths: readonly string[]): Promise<number> {
  const configuration = readSettings()
  if (configuration === undefined) return MISUSE
  if (configuration.role === 'api' && canaryPaths.length > 0) {
    console.error('--canaries goes with ROLE=all and ROLE=worker only: with ROLE=api no files are read.')
    return MISUSE
  }
  const log = await createLog(configuration.logLevel)
  endAfterDefects(log)
  const stopSignal = signalled()
  const http = createHttpServer(configuration.host, configuration.port, {
    trustedProxies: configuration.trustedProxies,
  })
  const server = await listen(http, configuration)
  let infrastructure: Infrastructure | undefined
  let app: App | undefined
  try {
    infrastructure = await prepareInfrastructure(configuration, log)
    app = await startApp({
      configuration,
      ...infrastructure,
      canaryPaths: canaryPaths.map((path) => resolve(path)),
      http,
      clock: systemClock,
      log,
    })
    await introduce(app, configuration)
    collectGarbage()
    const reason = await Promise.race([
      stopSignal.then((signal) => ({ code: 0, text: signal })),
      infrastructure.lost.then((end) => ({ code: 1, text: `PostgreSQL ended: ${end}` })),
    ])
    if (reason.code === 0) log.info({ signal: reason.text }, 'stopping')
    else log.fatal({ reason: reason.text }, 'stopping')
    limitStop()
    return reason.code
  } finally {
    await server.stop(GRACE_MILLISECONDS)
    await app?.stop()
    await infrastructure?.stop()
  }
}
