import { loadavg } from 'node:os'
import { percentile, spread } from './figures.ts'
import { cpuSecondsWithEnded, cpuSeconds, proportionalMemory, tree } from './processes.ts'

/** Processor time in seconds: of this process, and of a database server with all its processes. */
export interface ProcessorTime {
  server: number
  database: number
}

/** Reads the processor time that was used so far. It says more than a clock where others use the machine too. */
export function createMeter(databasePid: number) {
  function used(): ProcessorTime {
    const { user, system } = process.cpuUsage()
    const [main = databasePid, ...others] = tree(databasePid)
    const database = others.reduce((sum, pid) => sum + cpuSeconds(pid), cpuSecondsWithEnded(main))
    return { server: (user + system) / 1e6, database }
  }
  return {
    /** Starts to measure. @returns a function that tells what was used since */
    begin(): () => ProcessorTime {
      const before = used()
      return () => {
        const after = used()
        return { server: after.server - before.server, database: after.database - before.database }
      }
    },
    /** MiB of the processes of the database, each shared page counted once. */
    databaseMemory: () => tree(databasePid).reduce((sum, pid) => sum + proportionalMemory(pid), 0),
  }
}

export type Meter = ReturnType<typeof createMeter>

/** Load of the machine over a minute. */
export function load(): string {
  return `load ${loadavg()[0]?.toFixed(1)}`
}

/** Such as `processor time: server 4.2 s, PostgreSQL 9.9 s`. */
export function tellUsed({ server, database }: ProcessorTime): string {
  return `processor time: server ${server.toFixed(1)} s, PostgreSQL ${database.toFixed(1)} s`
}

/** Whether a part was asked for: all are, unless some are named by a part of their title. */
export function isChosen(title: string, only: readonly string[]): boolean {
  return only.length === 0 || only.some((part) => title.includes(part))
}

/** Runs a request several times, and prints how long it takes and what it uses. The first, which fills caches, does not count. */
export async function measure(
  meter: Meter,
  { title, aim, rounds }: { title: string; aim: number; rounds: number },
  ask: () => Promise<number>,
): Promise<void> {
  let found = await ask()
  const times: number[] = []
  const stop = meter.begin()
  for (let round = 0; round < rounds; round += 1) {
    const begun = performance.now()
    found = await ask()
    times.push(performance.now() - begun)
  }
  const { server, database } = stop()
  const each = (seconds: number) => ((seconds * 1_000) / rounds).toFixed(1)
  console.log(
    `  ${title}: ${spread(times, 1)} ms, p95 ${percentile(times, 0.95).toFixed(1)} ms, aim ${aim}; ` +
      `processor time of each: server ${each(server)} ms, PostgreSQL ${each(database)} ms; ${found} rows; ${load()}`,
  )
}
