import { DatabaseError } from 'pg'
import { createPlaces, type PlacesOptions } from './places.ts'

/** In the quick lane a read has little time. One that needs more runs again in the slow lane. */
export type Lane = 'quick' | 'slow'

/** How the connections are shared among the owners of requests. */
export interface LaneOptions {
  /** Connections for reads that take little time: all, and of one owner. */
  quick: { total: number; each: number; milliseconds: number }
  /** Connections for reads that take longer. */
  slow: { total: number; each: number }
  /** Longest wait for a connection. */
  waitMilliseconds: number
  late: () => Error
}

/** Shares connections, so that the slow reads of some leave room for the quick ones of others. */
export interface Lanes {
  /**
   * Runs a read, in the quick lane first. An owner who read for long lately starts in the slow lane.
   * @param read must fail with the error of PostgreSQL if its time is over, and must be repeatable
   */
  read<Result>(
    owner: string,
    signal: AbortSignal | undefined,
    read: (lane: Lane) => Promise<Result>,
  ): Promise<Result>
  /** Runs other work in a lane. */
  run<Result>(
    owner: string,
    signal: AbortSignal | undefined,
    lane: Lane,
    work: () => Promise<Result>,
  ): Promise<Result>
  /** The lane of work that cannot be repeated: slow for an owner who read for long lately. */
  laneOf(owner: string): Lane
}

/** Milliseconds of reading from which an owner starts in the slow lane. */
const MOST_DEBT = 400
/** Part of the time of the quick lane that a read in it may take without a debt. */
const FREE = 0.5
/** Part of the time by which the debt of an owner shrinks. */
const PAID = 0.2
/** Most remembered milliseconds, so that nobody is slow for longer than half a minute. */
const LARGEST_DEBT = 6_000
/** Owners whose time is remembered. Beyond that, those without debt are forgotten. */
const REMEMBERED = 1_000
const QUERY_CANCELED = '57014'

/** Opens the lanes of a pool. */
export function createLanes({ quick, slow, waitMilliseconds, late }: LaneOptions): Lanes {
  const options: Pick<PlacesOptions, 'waiting' | 'waitMilliseconds' | 'late' | 'full'> = {
    waiting: Infinity,
    waitMilliseconds,
    late,
    full: late,
  }
  const places = {
    quick: createPlaces({ ...quick, ...options }),
    slow: createPlaces({ ...slow, ...options }),
  }
  const debts = new Map<string, { milliseconds: number; at: number }>()

  function debtOf(owner: string): number {
    const debt = debts.get(owner)
    if (debt === undefined) return 0
    return Math.max(0, debt.milliseconds - (performance.now() - debt.at) * PAID)
  }
  function charge(owner: string, milliseconds: number): void {
    const debt = Math.min(debtOf(owner) + milliseconds, LARGEST_DEBT)
    debts.set(owner, { milliseconds: debt, at: performance.now() })
    if (debts.size > REMEMBERED) for (const each of debts.keys()) if (debtOf(each) === 0) debts.delete(each)
  }
  const lanes: Lanes = {
    laneOf: (owner) => (debtOf(owner) > MOST_DEBT ? 'slow' : 'quick'),
    async run(owner, signal, lane, work) {
      const end = await places[lane].take(owner, signal)
      const started = performance.now()
      try {
        return await work()
      } finally {
        const elapsed = performance.now() - started
        // Beside heavy reads of others a light one takes longer, which is not its owner's fault.
        charge(owner, lane === 'quick' ? Math.max(0, elapsed - quick.milliseconds * FREE) : elapsed)
        end()
      }
    },
    async read(owner, signal, read) {
      if (lanes.laneOf(owner) === 'quick')
        try {
          return await lanes.run(owner, signal, 'quick', () => read('quick'))
        } catch (error) {
          if (signal?.aborted === true || !isOutOfTime(error)) throw error
        }
      return lanes.run(owner, signal, 'slow', () => read('slow'))
    },
  }
  return lanes
}

function isOutOfTime(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === QUERY_CANCELED
}
