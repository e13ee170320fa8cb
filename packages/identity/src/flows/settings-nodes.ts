import type { IdentityOptions } from '../core.ts'
import { describeUserAgent } from '@binnacle/contract/people'
import { checkboxNode, type FlowNode, imageNode, inputNode, submitNode, textNode } from '../flow.ts'
import { keepLabel, messages } from '../messages.ts'
import { nameNodes, partsOfName } from '../names.ts'
import type { ListedSession, Person } from '../store.ts'
import { totpImage } from '../totp.ts'

export interface SettingsFacts {
  person: Person
  /**
   * What the person may change: everything; only a new password, after which all sessions and tokens end; or only the
   * second factor that a role demands.
   */
  scope: 'all' | 'password' | 'factor'
  /** Other sessions and access tokens, the last used first. */
  others: { sessions: readonly ListedSession[]; tokens: readonly { id: string; name: string }[] }
  hasTotp: boolean
  backupCodesLeft: number | undefined
  /** The flow's stored values: `totp`, a sealed secret to set up; `backup`, sealed codes that are not confirmed yet. */
  memory: Readonly<Record<string, string>>
  options: Pick<IdentityOptions, 'seal' | 'unseal' | 'publicUrl'>
}

function profileNodes(person: Person): FlowNode[] {
  return [
    ...nameNodes(partsOfName(person), 'profile'),
    inputNode({
      name: 'traits.email',
      type: 'email',
      label: messages.identifier,
      autocomplete: 'email',
      value: person.email,
      group: 'profile',
    }),
    submitNode(messages.save, 'profile', 'profile'),
  ]
}

/** Names of the checkboxes that decide what a new password ends. Whatever the form does not send, ends. */
export const END_SESSIONS = 'end_sessions'
export const END_TOKENS = 'end_tokens'
export const KEEP_SESSION = 'keep_session.'
export const KEEP_TOKEN = 'keep_token.'
/** Most entries with their own checkbox. The others can only be kept together. */
const MOST_OFFERED = 20

function endNodes({ sessions, tokens }: SettingsFacts['others']): FlowNode[] {
  const group = 'password'
  return [
    ...(sessions.length === 0 ? [] : [checkboxNode(END_SESSIONS, messages.endSessions, group, true)]),
    ...sessions.slice(0, MOST_OFFERED).map(({ id, userAgent, address }) => {
      const name = [describeUserAgent(userAgent), ...(address === undefined ? [] : [address])].join(', ')
      return checkboxNode(KEEP_SESSION + id, keepLabel('session', name), group, false)
    }),
    ...(tokens.length === 0 ? [] : [checkboxNode(END_TOKENS, messages.endTokens, group, true)]),
    ...tokens
      .slice(0, MOST_OFFERED)
      .map(({ id, name }) => checkboxNode(KEEP_TOKEN + id, keepLabel('access token', name), group, false)),
  ]
}

function passwordNodes({ others, scope }: SettingsFacts): FlowNode[] {
  return [
    inputNode({
      name: 'password',
      type: 'password',
      label: messages.newPassword,
      autocomplete: 'new-password',
      group: 'password',
    }),
    // A recovery ends everything, because an intruder with the old password may have created some of it.
    ...(scope === 'all' ? endNodes(others) : []),
    submitNode(messages.save, 'password', 'password'),
  ]
}

function totpNodes({ person, hasTotp, memory, options }: SettingsFacts): FlowNode[] {
  if (hasTotp) return [submitNode(messages.removeTotp, 'totp', 'true', { name: 'totp_unlink' })]
  const secret = options.unseal(memory['totp'] ?? '')
  if (!secret.ok) return []
  // The hosts distinguish two installations in one app.
  const issuer = `Binnacle ${new URL(options.publicUrl).hostname}`
  const image = totpImage(secret.value, person.email, issuer)
  return [
    imageNode('totp_qr', options.seal(image.source), image.pixels, 'totp', messages.totpImage),
    textNode(
      'totp_secret_key',
      { ...messages.totpSecret, text: options.seal(secret.value) },
      'totp',
      messages.totpSecret,
    ),
    inputNode({
      name: 'totp_code',
      type: 'text',
      label: messages.verifyTotp,
      autocomplete: 'one-time-code',
      group: 'totp',
    }),
    submitNode(messages.save, 'totp', 'totp'),
  ]
}

function backupCodeNodes({ hasTotp, backupCodesLeft, memory }: SettingsFacts): FlowNode[] {
  const group = 'lookup_secret'
  const button = (label: (typeof messages)['confirmBackupCodes' | 'regenerateBackupCodes'], name: string) =>
    submitNode(label, group, 'true', { name, disabled: !hasTotp })
  const regenerate = button(messages.regenerateBackupCodes, 'lookup_secret_regenerate')
  if (!hasTotp) return [textNode('lookup_secret_first', messages.totpFirst, group), regenerate]
  const fresh = memory['backup']?.split(' ')
  if (fresh !== undefined) {
    const codes = {
      id: 1_050_015,
      type: 'info' as const,
      text: '',
      context: { secrets: fresh.map((text) => ({ ...messages.totpSecret, id: 1_050_009, text })) },
    }
    return [
      textNode('lookup_secret_codes', codes, group, messages.backupCodesLabel),
      button(messages.confirmBackupCodes, 'lookup_secret_confirm'),
    ]
  }
  if (backupCodesLeft === undefined) return [regenerate]
  const left = { id: 1_050_009, type: 'info' as const, text: `${backupCodesLeft} backup codes are left.` }
  return [
    textNode('lookup_secret_left', left, group),
    regenerate,
    submitNode(messages.disableBackupCodes, group, 'true', { name: 'lookup_secret_disable' }),
  ]
}

/** Creates the fields with which a person changes their account, as far as its state allows. */
export function settingsNodes(facts: SettingsFacts): FlowNode[] {
  if (facts.scope === 'password') return passwordNodes(facts)
  if (facts.scope === 'factor') return totpNodes(facts)
  return [
    ...profileNodes(facts.person),
    ...passwordNodes(facts),
    ...totpNodes(facts),
    ...backupCodeNodes(facts),
  ]
}
