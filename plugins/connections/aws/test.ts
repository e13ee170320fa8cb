import type { TestConnectionForm } from '@binnacle/plugin-kit/connections'
import { healthy, unknown } from '@binnacle/plugin-kit/core'
import { askApi } from '@binnacle/plugin-kit/connection-http'
import { z } from 'zod'
import type { AwsForm } from './spec.ts'

const identity = z.object({
  GetCallerIdentityResponse: z.object({ GetCallerIdentityResult: z.object({ Arn: z.string() }) }),
})

const regionName = /^[a-z0-9-]{1,40}$/

/** Requests the owner of the keys (AWS Security Token Service, "GetCallerIdentity"), which every account may do. */
export const test: TestConnectionForm<AwsForm> = async (form, context) => {
  const { access_key: accessKeyId, secret_key: secretAccessKey, session_token: sessionToken } = form
  if (accessKeyId === undefined || secretAccessKey === undefined)
    return unknown('enter Access Key and Secret Key: nothing else can be tested')
  const region = form.region ?? 'us-east-1'
  if (!regionName.test(region)) return unknown(`"${region}" is not the name of a region, such as eu-west-1`)
  const url = form.endpoint ?? `https://sts.${region}.amazonaws.com/`
  const body = 'Action=GetCallerIdentity&Version=2011-06-15'
  const { AwsV4Signer } = await import('aws4fetch')
  const signed = await new AwsV4Signer({
    method: 'POST',
    url,
    body,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    accessKeyId,
    secretAccessKey,
    ...(sessionToken === undefined ? {} : { sessionToken }),
    service: 'sts',
    region,
    datetime: context
      .now()
      .toISOString()
      .replaceAll(/[:-]|\.\d{3}/g, ''),
  }).sign()
  const answer = await askApi(
    {
      url,
      method: 'POST',
      headers: Object.fromEntries(signed.headers),
      body,
      tls: form.insecure_tls ? { skipVerify: true } : {},
    },
    identity,
    context,
  )
  if (!answer.ok) return answer.failure
  const { value, details } = answer.value
  return healthy({
    message: `signed in as ${value.GetCallerIdentityResponse.GetCallerIdentityResult.Arn}`,
    details,
  })
}
