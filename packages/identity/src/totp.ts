import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'

const PERIOD_SECONDS = 30
/** RFC 4226, section 4: 160 bits. */
const SECRET_BYTES = 20
/** RFC 6238, section 5.2: one step for clocks and networks that lag. */
const WINDOW = 1
const IMAGE_PIXELS = 200

/** A new secret in base32, as authenticator apps take it. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

function totp(secret: string, email = '', issuer = ''): TOTP {
  return new TOTP({
    secret,
    period: PERIOD_SECONDS,
    digits: 6,
    algorithm: 'SHA1',
    label: email,
    issuer,
  })
}

/** The secret as a picture for the camera of a telephone: an SVG as a data address, and its size in pixels. */
export function totpImage(secret: string, email: string, issuer: string): { source: string; pixels: number } {
  const svg = renderSVG(totp(secret, email, issuer).toString(), { ecc: 'M', border: 2 })
  return {
    source: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
    pixels: IMAGE_PIXELS,
  }
}

/**
 * Compares a code with those of the present and its two neighbouring steps of 30 s (RFC 6238).
 * @returns the step that the code is of, which must be later than the last one that was used; undefined when wrong
 */
export function totpStep(secret: string, code: string, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const timestamp = now.getTime()
  const delta = totp(secret).validate({ token: code, timestamp, window: WINDOW })
  return delta === null ? undefined : Math.floor(timestamp / 1_000 / PERIOD_SECONDS) + delta
}

/** The code of an instant, as an authenticator app shows it. */
export function totpCode(secret: string, now: Date): string {
  return totp(secret).generate({ timestamp: now.getTime() })
}
