import type { Result } from '@binnacle/contract/core'
import type { ConnectionValues } from '../core/connection.ts'
import type { RunContext, RunnableDefinition } from '../core/run-context.ts'

/** What a notification service is. Its spec has the settings of a message, such as its color. */
export interface NotifierDefinition<Spec = unknown> extends RunnableDefinition<Spec> {
  /** Types of connections that it sends with. */
  connections: readonly string[]
  /** What becomes of the Markdown of a message before it gets here. */
  body: 'markdown' | 'html' | 'text'
}

/** A message, its templates filled. */
export interface NotificationMessage {
  /** Empty where the service has no titles or the body has its own. */
  title: string
  /** In the form that the definition names. */
  body: string
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
}

/** What the service says of a message that it took. */
export interface SentMessage {
  /** What the service calls it. */
  id?: string
}

/** Sends one message. It returns a value for every failure of the service; what it throws is a defect. */
export type RunNotifier<Spec = unknown> = (
  spec: Spec,
  message: NotificationMessage,
  context: NotifierContext,
) => Promise<Result<SentMessage, NotifierFailure>>

/** Declares a notification service; only types are added, so that `spec.ts` files work in browsers too. */
export function defineNotifier<Spec>(definition: NotifierDefinition<Spec>): NotifierDefinition<Spec> {
  return definition
}

/** The settings that a definition's schema accepts. */
export type NotifierSpecOf<Definition> = Definition extends NotifierDefinition<infer Spec> ? Spec : never
