import type { ReceivedMessage } from '@binnacle/plugin-kit/checks'
import type { CheckTargets } from '@binnacle/plugin-kit/suite'

const token = 'sixteen-characters'

function message(text: string): ReceivedMessage {
  return { headers: { 'content-type': 'application/json' }, contentType: 'application/json', text }
}

/** There is no server. Each spec contains the message that a sender would post. */
export async function startTargets(): Promise<CheckTargets> {
  return {
    healthy: { name: 'well', token },
    unhealthy: { name: 'failing', token },
    hanging: { name: 'hanging', token },
    secretive: { name: 'secretive', token },
    received: {
      healthy: message('{ "status": "done" }'),
      unhealthy: message('{ "status": '),
      // The suite replaces the token by this text.
      secretive: message('{ "token": "sw0rdfish-secret" }'),
    },
    stop: async () => {},
  }
}
