import { excerpt, type RunCheck } from '@binnacle/plugin-kit/checks'
import { healthy, isTooSlow, unhealthy, unknown } from '@binnacle/plugin-kit/core'
import type { IcmpSpec } from './spec.ts'

const MAX_OUTPUT_BYTES = 65_536
/** Seconds between packets. An ordinary user may not use a shorter interval. */
const INTERVAL_SECONDS = 0.2

export interface PingReport {
  sent: number
  received: number
  /** Average round trip in milliseconds. Undefined if no packet came back. */
  average?: number
}

/** Parses the summary of `ping`. iputils, BusyBox, BSD and macOS use the same words. */
export function parsePing(output: string): PingReport | undefined {
  const counts = /\b(\d+) packets transmitted, (\d+) (?:packets )?received/.exec(output)
  if (counts === null) return undefined
  const times = /= [\d.]+\/([\d.]+)\/[\d.]+/.exec(output)
  return {
    sent: Number(counts[1]),
    received: Number(counts[2]),
    ...(times?.[1] === undefined ? {} : { average: Number(times[1]) }),
  }
}

/** Node has no ICMP sockets, so the machine's `ping` sends the packets to the allowed address. */
export const run: RunCheck<IcmpSpec> = async (spec, context) => {
  const addresses = await context.egress.resolve(spec.endpoint, context.signal)
  if (!addresses.ok)
    return (addresses.failure.code === 'denied' ? unknown : unhealthy)(addresses.failure.message, {
      details: { reason: addresses.failure.code },
    })
  const address = addresses.value[0] ?? spec.endpoint
  const count = spec.packetCount || 5
  const sending = count * INTERVAL_SECONDS
  // ping must end before the timeout, otherwise its report of lost packets is lost.
  const waitSeconds = Math.max(1, Math.min(5, Math.floor(context.timeoutMilliseconds / 1_000 - sending - 1)))
  const result = await context.commands.run({
    file: 'ping',
    arguments: [
      '-n',
      '-q',
      '-c',
      String(count),
      '-i',
      String(INTERVAL_SECONDS),
      '-W',
      String(waitSeconds),
      address,
    ],
    environment: { LC_ALL: 'C' },
    signal: context.signal,
    maxOutputBytes: MAX_OUTPUT_BYTES,
    // The product's user may send packets, but the user of contained commands may lack the right.
    privileged: true,
  })
  if (!result.ok) {
    if (result.failure.code === 'timeout')
      return unhealthy(`${address} did not answer in time`, { details: { address } })
    return unknown(
      result.failure.code === 'missing'
        ? 'the program "ping" is missing on the machine that runs this check; install it (Debian: iputils-ping)'
        : result.failure.message,
    )
  }
  const report = parsePing(result.value.stdout)
  if (report === undefined)
    return unknown(
      `ping could not send: ${excerpt(context, (result.value.stderr || result.value.stdout).trim(), 500)}`,
    )
  const loss = report.sent === 0 ? 100 : ((report.sent - report.received) / report.sent) * 100
  const evidence = {
    ...(report.average === undefined ? {} : { durationMilliseconds: report.average }),
    details: { address, sent: report.sent, received: report.received, loss },
  }
  const tolerated = spec.packetLossThreshold ?? 0
  if (loss > tolerated || report.received === 0)
    return unhealthy(
      `${loss.toFixed(0)}% of ${report.sent} packets lost, expected at most ${tolerated}%`,
      evidence,
    )
  if (isTooSlow(report.average ?? 0, spec.thresholdMillis))
    return unhealthy(
      `average round trip ${report.average ?? 0}ms, expected at most ${spec.thresholdMillis}ms`,
      evidence,
    )
  return healthy({ ...evidence, message: `${report.received} of ${report.sent} packets came back` })
}
