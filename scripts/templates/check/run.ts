import { once } from 'node:events'
import type { RunCheck } from '@binnacle/plugin-kit/checks'
import { healthy, unhealthy, unknown } from '@binnacle/plugin-kit/core'
import type { {{Type}}Spec } from './spec.ts'

// A run gets its world through the context: connections through `egress`, time through `now`, the end through `signal`.
// It returns a value for every failure of its target; the runner adds timeout, redaction and storage.
export const run: RunCheck<{{Type}}Spec> = async (spec, context) => {
  const { host, port, greeting } = spec
  const connection = await context.egress.connect({ host, port, signal: context.signal })
  if (!connection.ok) {
    const { code, message } = connection.failure
    return (code === 'denied' ? unknown : unhealthy)(message, { details: { reason: code } })
  }
  const { socket, address } = connection.value
  try {
    const [data]: unknown[] = greeting === undefined ? [''] : await once(socket, 'data', { signal: context.signal })
    const said = String(data).trim()
    const evidence = { details: { address, said } }
    return greeting === undefined || said.includes(greeting)
      ? healthy({ ...evidence, message: said })
      : unhealthy(`the server said "${said}", expected "${greeting}"`, evidence)
  } catch {
    return unhealthy(`${host}:${port} said nothing in time`, { details: { address } })
  } finally {
    socket.destroy()
  }
}
