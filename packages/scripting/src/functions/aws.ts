import { ScriptFailure } from '../failure.ts'
import { define } from './definition.ts'
import { text } from './take.ts'

export const awsFunctions = [
  define(
    'aws.arnToMap(arn: string): map',
    'Parts of an Amazon Resource Name: partition, service, region, account, resource.',
    {
      cel: ['aws.arnToMap("arn:aws:sns:eu-west-1:123:orders").account', '123'],
      template: ['{{ (arnToMap "arn:aws:s3:::backups/db").resource }}', 'backups/db'],
    },
    ([value]) => {
      const [arn, partition = '', service = '', region = '', account = '', ...resource] =
        text(value).split(':')
      if (arn !== 'arn' || resource.length === 0)
        throw new ScriptFailure(
          'arguments',
          `${JSON.stringify(text(value).slice(0, 60))} is not an ARN; write it as arn:aws:sns:eu-west-1:123:orders`,
        )
      return { partition, service, region, account, resource: resource.join(':') }
    },
    { also: ['arnToMap'] },
  ),
]
