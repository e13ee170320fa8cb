import type { CheckContext } from '@binnacle/plugin-kit/checks'
import { secretText } from '@binnacle/plugin-kit/core'
import type { HttpSpec } from './spec.ts'

export interface UnsignedRequest {
  method: string
  url: string
  body: string | undefined
}

/** Creates the headers of a request with a signature for Amazon's services (Signature Version 4). */
export async function signatureHeaders(
  signing: NonNullable<HttpSpec['awsSigV4']>,
  { method, url, body }: UnsignedRequest,
  context: CheckContext,
): Promise<Readonly<Record<string, string>>> {
  const { AwsV4Signer } = await import('aws4fetch')
  const sessionToken = secretText(signing.sessionToken)
  const { service, region } = signing
  const signed = await new AwsV4Signer({
    method,
    url,
    accessKeyId: secretText(signing.accessKey) ?? '',
    secretAccessKey: secretText(signing.secretKey) ?? '',
    ...(sessionToken === undefined ? {} : { sessionToken }),
    ...(service === undefined ? {} : { service }),
    ...(region === undefined ? {} : { region }),
    datetime: context
      .now()
      .toISOString()
      .replaceAll(/[:-]|\.\d{3}/g, ''),
    ...(body === undefined ? {} : { body }),
  }).sign()
  return Object.fromEntries(signed.headers)
}
