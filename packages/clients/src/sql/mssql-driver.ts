import { createRequire } from 'node:module'
import { isRecord } from '@binnacle/plugin-kit/core'

/** The parts of tedious that the check uses. Its types are not installed, because the package is optional. */
export interface Driver {
  Connection: new (config: object) => DriverConnection
  Request: new (sql: string, done: (error: Error | null | undefined) => void) => DriverRequest
}

export interface DriverConnection {
  on(event: 'connect' | 'error', listener: (error?: Error) => void): unknown
  connect(): void
  execSql(request: DriverRequest): void
  close(): void
}

interface DriverRequest {
  on(event: 'row', listener: (columns: unknown) => void): unknown
}

function isDriver(value: unknown): value is Driver {
  return (
    isRecord(value) && typeof value['Connection'] === 'function' && typeof value['Request'] === 'function'
  )
}

/** Loads tedious. @returns undefined if it is not installed */
export function loadDriver(): Driver | undefined {
  try {
    const loaded: unknown = createRequire(import.meta.url)('tedious')
    return isDriver(loaded) ? loaded : undefined
  } catch {
    return undefined
  }
}
