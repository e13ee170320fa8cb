import { generate } from 'selfsigned'

/** A certificate for localhost and 127.0.0.1 that signs itself. PEM texts. */
export interface Credentials {
  key: string
  cert: string
}

/** Makes a certificate. @param days from its begin to its end; @param begins days from now, negative for the past */
export async function makeCertificate(begins: number, days: number): Promise<Credentials> {
  const day = 86_400_000
  const now = new Date()
  const made = await generate([{ name: 'commonName', value: 'localhost' }], {
    keySize: 2_048,
    algorithm: 'sha256',
    notBeforeDate: new Date(now.getTime() + begins * day),
    notAfterDate: new Date(now.getTime() + (begins + days) * day),
    extensions: [
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  })
  return { key: made.private, cert: made.cert }
}
