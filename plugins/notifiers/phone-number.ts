import { z } from 'zod'

/** A phone number with country code (E.164). */
export const phoneNumber = z
  .string()
  .trim()
  .regex(/^\+[1-9]\d{6,14}$/, 'must be a number with country code, such as +14155552345')
