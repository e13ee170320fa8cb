import type { Message } from './flow.ts'

const info = (id: number, text: string): Message => ({ id, text, type: 'info' })
const error = (id: number, text: string): Message => ({ id, text, type: 'error' })

/** Labels and messages of the forms, by the ids under which clients of Kratos know them. */
export const messages = {
  identifier: info(1_070_004, 'E-mail'),
  password: info(1_070_001, 'Password'),
  firstName: info(1_070_002, 'First name'),
  lastName: info(1_070_002, 'Last name'),
  setupCode: info(1_070_002, 'Set-up code'),
  signIn: info(1_010_001, 'Sign in'),
  signUp: info(1_040_001, 'Create account'),
  firstAdministrator: info(
    1_040_004,
    'Nobody has an account yet. The first one is the administrator of this installation.',
  ),
  invalidCredentials: error(4_000_006, 'E-mail or password is wrong. Check both for typing mistakes.'),
  required: error(4_000_002, 'This field is required'),
  invalidEmail: error(4_000_001, 'This is not an e-mail address'),
  invalidSetupCode: error(4_000_001, 'This is not the set-up code. The server printed it when it started.'),
  passwordTooShort: error(4_000_032, 'A password has at least 8 characters'),
  passwordTooLong: error(4_000_033, 'A password has at most 1024 characters'),
  passwordTooSimilar: error(4_000_031, 'The password is too similar to the e-mail address'),
} as const satisfies Record<string, Message>
