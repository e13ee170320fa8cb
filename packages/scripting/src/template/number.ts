import { ScriptFailure } from '../failure.ts'

/** Whole numbers are whole, others broken, as in Go. */
export function numberOf(text: string, offset: number): bigint | number {
  const digits = text.replaceAll('_', '')
  const sign = digits.startsWith('-') ? -1 : 1
  const size = digits.replace(/^[-+]/, '')
  if (/^(0[xXbBoO])?[\da-fA-F]+$/.test(size) && !(/[eE]/.test(size) && !/^0[xX]/.test(size))) {
    const legacyOctal = /^0[0-7]+$/.test(size) ? `0o${size.slice(1)}` : size
    if (/^0\d+$/.test(size) && legacyOctal === size)
      throw new ScriptFailure('syntax', `bad number ${text}`, offset)
    const whole = BigInt(legacyOctal) * BigInt(sign)
    if (BigInt.asIntN(64, whole) !== whole)
      throw new ScriptFailure('syntax', `${text} has more than 64 bits`, offset)
    return whole
  }
  return Number(size) * sign
}
