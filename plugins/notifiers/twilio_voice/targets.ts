// Examples: https://www.twilio.com/docs/voice/api/call-resource#create-a-call-resource,
// instructions: https://www.twilio.com/docs/voice/twiml/gather
import { type ServiceTargets, startServiceTargets } from '../service-targets.ts'

/** A server that speaks the API of Twilio for calls. */
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
        direction: 'outbound-api',
        from: '+15557122661',
        sid: 'CAXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX',
        status: 'queued',
        to: '+15558675310',
      },
    }),
    refused: {
      status: 400,
      json: {
        code: 21_210,
        message: 'The source phone number provided, +15557122661, is not yet verified for your account.',
        more_info: 'https://www.twilio.com/docs/errors/21210',
        status: 400,
      },
    },
  })
}
