import type { TestConnectionForm } from '@binnacle/plugin-kit/connections'
import { healthy, unhealthy, unknown } from '@binnacle/plugin-kit/core'
import type { {{Type}}Form } from './spec.ts'

// A test gets its world through the context: connections through `egress`, the end through `signal`. It changes nothing
// on the server, and returns a value for every failure. Without this file the product says that it cannot test the type.
export const test: TestConnectionForm<{{Type}}Form> = async ({ host, port }, { egress, signal }) => {
  const connected = await egress.connect({ host, port, signal })
  if (!connected.ok) {
    const { code, message } = connected.failure
    return (code === 'denied' ? unknown : unhealthy)(message, { details: { reason: code } })
  }
  const { socket, address } = connected.value
  socket.destroy()
  return healthy({ message: 'the server takes connections', details: { address } })
}
