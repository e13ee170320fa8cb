import type { Result } from '@binnacle/contract/core'
import type { Severity } from '@binnacle/contract/health'
import type { ConnectionValues } from '../core/connection.ts'
import type { RunContext, RunnableDefinition } from '../core/run-context.ts'

/** How a service shows that an alert has ended. */
type RecoveryForm =
  /** A new message. */
  | 'message'
  /** A reply to the message of the alert. */
  | 'thread'
  /** The alert in the service is closed or changed. */
  | 'update'

/** What a notification service is. Its spec has the settings of a message, such as its color. */
export interface NotifierDefinition<Spec = unknown> extends RunnableDefinition<Spec> {
  /** Types of connections that it sends with. */
  connections: readonly string[]
  /** The form in which a message gets its body. */
  body: 'markdown' | 'html' | 'text'
  /**
   * Whether the service ignores a message with a key that it has seen. The send history says of the others that a
   * message may have been sent twice if an attempt ended without an answer, as when a process dies while sending it.
   */
  takesKey: boolean
  recovery: RecoveryForm
  /** Whether it keeps each alert open by itself until it hears of its end, so that it takes no lists of alerts. */
  takesEach?: boolean
}

/** A link of a message. Services that have buttons show it as one. */
export interface MessageLink {
  name: 'view' | 'silence' | 'acknowledge'
  label: string
  /** Opens a page. Opening it changes nothing, because scanners of messages open links too. */
  url: string
  /** An address that carries out the link when it receives a POST, without sign-in, for buttons that send one. */
  post?: string
  /** An address that Twilio sends the keys to which are pressed in a call; it answers with instructions for the call. */
  call?: string
}

/** A message, its templates filled. */
export interface NotificationMessage {
  /** One line of plain text. Empty if the body has its own title. */
  title: string
  /** In the form that the definition names. */
  body: string
  /** `update`: something changed that is neither good nor bad. */
  kind: 'alert' | 'recovery' | 'update'
  severity: Severity
  /** When it happened. */
  time: Date
  resource: { kind: string; name: string }
  labels: Readonly<Record<string, string>>
  /** What the system that reported the alert says of it, such as `description` and `runbook_url`. */
  annotations?: Readonly<Record<string, string>>
  /** The body as the template of the rule wrote it, for services that send it as it is. Missing for the usual text. */
  written?: string
  links: readonly MessageLink[]
  /** The same for an alert, its repetitions and its recovery, to one recipient: for services that keep alerts open. */
  alert: string
  /** What the service said of the first message of this alert. Undefined if this is the first. */
  opening?: SentMessage
}

/** What a notification service may use of the world. */
export interface NotifierContext extends RunContext {
  /** Whom to send as and where to, references looked up and placeholders of its URL filled. */
  connection: ConnectionValues
  /** The same for every attempt to send this message: for services that take a message with a known key once. */
  key: string
}

/** Why a message was not taken. */
export interface NotifierFailure {
  message: string
  /** Whether the same message may be taken later. */
  isTemporary: boolean
  /** Milliseconds that the service asks to be left alone. */
  waitMilliseconds?: number
  /** Whether the service may have got the message, because the connection broke before its answer was read. */
  mayHaveArrived?: boolean
}

/** What the service says of a message that it took. It is stored and given to later messages of the same alert. */
export interface SentMessage {
  /** What the service calls it. */
  id?: string
  /** The place where it is, if replies need it: a channel or a room. No secret. */
  place?: string
}

/** Sends one message. It returns a value for every failure of the service; what it throws is a defect. */
export type RunNotifier<Spec = unknown> = (
  spec: Spec,
  message: NotificationMessage,
  context: NotifierContext,
) => Promise<Result<SentMessage, NotifierFailure>>

/**
 * Declares a notification service; only types are added, so that `spec.ts` files work in browsers too.
 * @example
 * export const notifier = defineNotifier({
 *   type: 'shop',
 *   title: 'Shop',
 *   description: 'A server that takes messages as JSON.',
 *   icon: 'bell',
 *   schema: z.strictObject({ color: field(z.string().optional(), { title: 'Color' }) }),
 *   example: { color: 'red' },
 *   connections: ['http'],
 *   body: 'markdown',
 *   takesKey: true,
 *   recovery: 'message',
 *   timeoutMilliseconds: 30_000,
 *   concurrency: 10,
 * })
 */
export function defineNotifier<Spec>(definition: NotifierDefinition<Spec>): NotifierDefinition<Spec> {
  return definition
}

/** The settings that a definition's schema accepts. */
export type NotifierSpecOf<Definition> = Definition extends NotifierDefinition<infer Spec> ? Spec : never
