import type { FlowQuestion } from '../identity/index.ts'

/** A section of the profile settings, for one group of nodes. */
export interface SettingsGroup {
  group: string
  title: string
  description: string
  /** Name of the node that the form has while the setting is on. */
  onWith?: string
  /** Questions before buttons that remove something. */
  questions?: Readonly<Record<string, FlowQuestion>>
}

/** The sections in the order of the page. A section is shown if the identity service sends nodes of its group. */
export const settingsGroups: readonly SettingsGroup[] = [
  {
    group: 'profile',
    title: 'Your profile',
    description: 'How others see you, and where we email you.',
  },
  {
    group: 'password',
    title: 'Change Password',
    description: 'Ends your other sessions and your access tokens. Choose below what stays.',
  },
  {
    group: 'totp',
    onWith: 'totp_unlink',
    title: 'Manage 2FA TOTP Authenticator App',
    description: 'A second factor: a code from an app on your phone, asked for after your password.',
    questions: {
      totp_unlink: {
        title: 'Remove the authenticator app?',
        text: 'Your password alone will be enough to sign in. Backup codes will no longer be needed.',
        confirmLabel: 'Remove the app',
      },
    },
  },
  {
    group: 'lookup_secret',
    onWith: 'lookup_secret_disable',
    title: 'Manage 2FA Backup Recovery Codes',
    description: 'Each code replaces the authenticator app once. Use one if you lose your phone.',
    questions: {
      lookup_secret_disable: {
        title: 'Remove the backup codes?',
        text: 'None of them will work any more. If you lose your phone after that, you cannot sign in.',
        confirmLabel: 'Remove the codes',
      },
    },
  },
]
