import type { RunCheck } from '@binnacle/plugin-kit/checks'
import { healthy, isTooSlow, unhealthy, unknown } from '@binnacle/plugin-kit/core'
import { splitEndpoint, type TcpSpec } from './spec.ts'

export const run: RunCheck<TcpSpec> = async (spec, context) => {
  const endpoint = splitEndpoint(spec.endpoint)
  if (endpoint === undefined) return unknown(`"${spec.endpoint}" is not of the form host:port`)
  const started = performance.now()
  const connection = await context.egress.connect({ ...endpoint, signal: context.signal })
  const durationMilliseconds = performance.now() - started
  if (!connection.ok) {
    const evidence = { durationMilliseconds, details: { reason: connection.failure.code } }
    return connection.failure.code === 'denied'
      ? unknown(connection.failure.message, evidence)
      : unhealthy(connection.failure.message, evidence)
  }
  const { socket, address, timings } = connection.value
  socket.destroy()
  const evidence = {
    durationMilliseconds,
    details: { address, timings: { name: Math.round(timings.name), connect: Math.round(timings.connect) } },
  }
  if (isTooSlow(durationMilliseconds, spec.thresholdMillis))
    return unhealthy(
      `took ${Math.round(durationMilliseconds)}ms to connect, expected at most ${spec.thresholdMillis}ms`,
      evidence,
    )
  return healthy({ ...evidence, message: `connected to ${address}` })
}
