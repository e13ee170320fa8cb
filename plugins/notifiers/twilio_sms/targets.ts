// Examples: https://www.twilio.com/docs/messaging/api/message-resource#create-a-message-resource,
// errors: https://www.twilio.com/docs/usage/twilios-response#exceptions
import { type ServiceTargets, startServiceTargets } from '../service-targets.ts'

/** A server that speaks the API of Twilio for SMS. */
export function startTargets(): Promise<ServiceTargets> {
  return startServiceTargets({
    spec: { to: '+15558675310' },
    connection: (token) => ({
      type: 'twilio',
      password: token,
      properties: { accountSid: 'ACXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX', from: '+15557122661' },
    }),
    taken: () => ({
      status: 201,
      json: {
        account_sid: 'ACXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX',
        api_version: '2010-04-01',
        body: 'Hi there',
        error_code: null,
        error_message: null,
        from: '+15557122661',
        sid: 'SMXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX',
        status: 'queued',
        to: '+15558675310',
      },
    }),
    refused: {
      status: 401,
      json: {
        code: 20003,
        message: 'Authenticate',
        more_info: 'https://www.twilio.com/docs/errors/20003',
        status: 401,
      },
    },
  })
}
