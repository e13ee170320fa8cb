// Examples: https://maker.ifttt.com/use/KEY (the documentation of the service Webhooks, shown to whom it belongs) and
// https://help.ifttt.com/hc/en-us/articles/115010230347-Webhooks-service-FAQ
import { type ServiceTargets, startServiceTargets } from '../service-targets.ts'

/** A server that speaks the API of the webhooks of IFTTT. */
export function startTargets(): Promise<ServiceTargets> {
  return startServiceTargets({
    spec: { events: 'test_event' },
    connection: (token) => ({ type: 'ifttt', username: token }),
    taken: () => ({ text: "Congratulations! You've fired the test_event event" }),
    refused: { status: 401, json: { errors: [{ message: 'You sent an invalid key.' }] } },
  })
}
