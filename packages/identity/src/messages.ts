import { REQUIRED } from '@binnacle/contract/core'
import type { Message } from './flow.ts'

const info = (id: number, text: string): Message => ({ id, text, type: 'info' })
const error = (id: number, text: string): Message => ({ id, text, type: 'error' })
const success = (id: number, text: string): Message => ({ id, text, type: 'success' })

/** Labels and messages of the forms, by the message ids of Kratos. */
export const messages = {
  identifier: info(1_070_004, 'Email'),
  email: info(1_070_007, 'Email'),
  password: info(1_070_001, 'Password'),
  newPassword: info(1_070_001, 'New password'),
  firstName: info(1_070_002, 'First name'),
  lastName: info(1_070_002, 'Last name'),
  setupCode: info(1_070_002, 'Set-up code'),
  signIn: info(1_010_001, 'Sign in'),
  confirm: info(1_010_001, 'Confirm'),
  confirmIdentity: info(1_010_003, 'Enter your password to confirm that it is you.'),
  secondFactor: info(1_010_004, 'Enter a code to finish signing in.'),
  totpCode: info(1_010_006, 'Authentication code'),
  totpOrBackupCode: info(1_010_007, 'Authentication or backup code'),
  useTotp: info(1_010_009, 'Continue'),
  signUp: info(1_040_001, 'Create account'),
  firstAdministrator: info(1_040_004, 'Create the first account. It will be the administrator.'),
  invited: info(1_040_003, 'You were invited. Choose a password to finish your account.'),
  registrationCodeSent: info(
    1_040_005,
    'We sent an email to this address. Enter the code from it to finish your account.',
  ),
  saved: success(1_050_001, 'Your changes have been saved'),
  removeTotp: info(1_050_004, 'Remove the authenticator app'),
  totpImage: info(1_050_005, 'Scan this with your authenticator app'),
  totpSecret: info(1_050_006, 'Or enter this secret in the app'),
  totpFirst: info(1_050_009, 'Backup codes work once the authenticator app is set up.'),
  regenerateBackupCodes: info(1_050_008, 'Make new backup codes'),
  backupCodesLabel: info(
    1_050_010,
    'Keep these codes in a safe place. Each of them replaces the authenticator app once. They are not shown again.',
  ),
  confirmBackupCodes: info(1_050_011, 'I have kept these codes'),
  disableBackupCodes: info(1_050_016, 'Remove the backup codes'),
  endSessions: info(1_070_002, 'End all other sessions'),
  endTokens: info(1_070_002, 'End all access tokens'),
  save: info(1_070_003, 'Save'),
  submit: info(1_070_005, 'Continue'),
  verifyTotp: info(1_070_006, 'Code from the app'),
  resendCode: info(1_070_008, 'Send another code'),
  continueAnywhere: info(1_070_009, 'Continue'),
  mailedCode: info(1_070_011, 'Code from the email'),
  recovered: success(1_060_001, 'Your account is recovered. Choose a new password now.'),
  codeSentBefore: info(
    1_060_003,
    'Several codes were requested for this address recently. If it has an account, the newest email from us has a code that is still valid. Enter that code.',
  ),
  recoveryCodeSent: info(
    1_060_003,
    'If there is an account with this address, we sent an email to it. Enter the code from the email.',
  ),
  verificationCodeSent: info(
    1_080_003,
    'If there is an account with this address, we sent an email to it. Enter the code from the email.',
  ),
  newAddressCodeSent: info(
    1_080_003,
    'We sent an email to the new address. Enter the code from it to start using the address.',
  ),
  verified: success(1_080_002, 'The address is verified.'),
  invalidCredentials: error(4_000_006, 'Email or password is wrong. Check both for typing mistakes.'),
  required: error(4_000_002, REQUIRED),
  tooLong: error(4_000_017, 'This is too long'),
  unreadableName: error(4_000_001, 'This name has invisible characters. Remove them'),
  invalidEmail: error(4_000_001, 'This is not an email address'),
  foreignLetters: error(
    4_000_001,
    'Use only plain letters (a to z) before the @. Other letters can be mistaken for them',
  ),
  invalidSetupCode: error(4_000_001, 'This is not the set-up code. The server printed it when it started.'),
  accountExists: error(4_000_007, 'There is an account with this address already. Sign in with it.'),
  passwordTooShort: error(4_000_032, 'A password has at least 8 characters'),
  passwordTooLong: error(4_000_033, 'A password has at most 1024 characters'),
  passwordCommon: error(4_000_034, 'This password is on lists of stolen passwords. Choose another one.'),
  passwordSimple: error(4_000_005, 'This password is easy to guess. Choose another one.'),
  choosePasswordFirst: error(4_000_001, 'Choose a new password first.'),
  factorDemanded: error(4_000_001, 'Your role requires a second factor, so you cannot remove it.'),
  factorSetUp: info(
    1_050_012,
    'Your role requires a second factor. Set up an authenticator app to continue.',
  ),
  wrongTotp: error(4_000_008, 'This code is wrong, or was used already. Wait for the next one.'),
  noTotp: error(4_000_011, 'No authenticator app is set up'),
  usedBackupCode: error(4_000_012, 'This backup code was used already'),
  wrongBackupCode: error(4_000_016, 'This is not one of your backup codes'),
  wrongRecoveryCode: error(4_060_006, 'The code is wrong, expired or used already'),
  wrongVerificationCode: error(4_070_006, 'The code is wrong, expired or used already'),
  wrongRegistrationCode: error(4_040_003, 'The code is wrong, expired or used already'),
  addressTaken: error(4_000_007, 'This address now belongs to another account'),
  unknownMethod: error(4_010_002, 'Choose how to continue'),
} as const satisfies Record<string, Message>

/** Offers to keep something while everything else of its kind ends. */
export function keepLabel(kind: 'session' | 'access token', name: string): Message {
  return info(1_070_002, `Keep ${kind} ${name}`)
}

/** The password contains a word that attackers try first. */
export function passwordContains(word: string): Message {
  return error(
    4_000_031,
    `The password contains “${word}”. Choose one that has nothing to do with this product, its address or you.`,
  )
}

/** How long to wait, in the largest fitting unit, rounded up. */
export function waitText(seconds: number): string {
  if (seconds <= 90) return seconds === 1 ? '1 second' : `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}

/** The message that there were too many attempts. */
export function tooManyAttempts(now: Date, retryAt: Date): Message {
  const seconds = Math.max(1, Math.ceil((retryAt.getTime() - now.getTime()) / 1_000))
  return error(4_000_001, `Too many attempts. Try again in ${waitText(seconds)}.`)
}
