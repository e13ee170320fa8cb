import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'

const PERIOD_SECONDS = 30
/** RFC 4226, section 4: 160 bits. */
const SECRET_BYTES = 20
/** RFC 6238, section 5.2: one step of tolerance for clocks and networks that lag. */
const WINDOW = 1
const IMAGE_PIXELS = 200

/** Creates a secret in base32, as authenticator apps expect it. */
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

/** Creates the QR code of a secret: an SVG as a data URL, and its size in pixels. */
export function totpImage(secret: string, email: string, issuer: string): { source: string; pixels: number } {
  const svg = renderSVG(totp(secret, email, issuer).toString(), { ecc: 'M', border: 2 })
  return {
    source: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
    pixels: IMAGE_PIXELS,
  }
}

/**
 * Compares a code with those of the current and the two neighboring steps of 30 s (RFC 6238).
 * @returns the step of the code, which must be later than the last used one; undefined if the code is wrong
 */
export function totpStep(secret: string, code: string, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const timestamp = now.getTime()
  const delta = totp(secret).validate({ token: code, timestamp, window: WINDOW })
  return delta === null ? undefined : Math.floor(timestamp / 1_000 / PERIOD_SECONDS) + delta
}

/** Returns the code at an instant, as an authenticator app shows it. */
export function totpCode(secret: string, now: Date): string {
  return totp(secret).generate({ timestamp: now.getTime() })
}
