import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino'
import type { Configuration } from './configuration.ts'
import { ownLog } from './log-memory.ts'

export type Log = Logger

/** Names of fields that may contain a secret. The log never writes their values. */
const secretNames = [
  'password',
  'secret',
  'token',
  'authorization',
  'cookie',
  'secretKey',
  'databaseUrl',
  'csrf_token',
]

/** Remembers every line that is written. */
function remembered(destination: Pick<DestinationStream, 'write'>): DestinationStream {
  return {
    write(line) {
      ownLog.add(line)
      destination.write(line)
    },
  }
}

/**
 * The server's log: one JSON object a line on standard error, or readable lines on a terminal.
 * @param destination of entries; default: standard error
 */
export async function createLog(
  level: Configuration['logLevel'],
  destination?: { write(line: string): void },
): Promise<Log> {
  const options = {
    level,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    redact: { paths: secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '***' },
  }
  if (destination !== undefined) return pino(options, remembered(destination))
  if (process.stderr.isTTY) {
    const { default: pretty } = await import('pino-pretty')
    return pino(options, remembered(pretty({ destination: 2, ignore: 'time', singleLine: true })))
  }
  return pino(options, remembered(pino.destination({ dest: 2, sync: true })))
}
