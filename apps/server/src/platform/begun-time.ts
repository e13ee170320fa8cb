import { RequestError } from './errors.ts'

/** Milliseconds by which the clock of a client may be ahead, so that its own present is not refused. */
const MOST_AHEAD = 60_000

/**
 * Refuses a time in the future, of which nothing is known yet. A time that is less than a minute ahead counts as now, because
 * clocks of clients differ.
 * @param path field of the request that holds the time
 * @throws RequestError EINVALID if the time is in the future
 */
export function begunTime(path: string, time: Date, now: Date): Date {
  const message = 'is in the future'
  if (time.getTime() > now.getTime() + MOST_AHEAD)
    throw new RequestError('EINVALID', `${path}: ${message}`, [{ path, message }])
  return time > now ? now : time
}
