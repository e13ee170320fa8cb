import { parseMarkdown, plainText, renderDocument, simpleHtml } from '@binnacle/plugin-kit/notifier-markdown'
import type { MessageLink } from '@binnacle/plugin-kit/notifiers'
import type { ScriptEngine } from '@binnacle/scripting'
import type { SubjectState } from '../../../../platform/subjects.ts'
import { environmentOf, linksOf } from './environment.ts'
import type { Rule } from '../rules.ts'
import { shorten, type Text, type MessageSubject, usualText } from './texts.ts'

export interface RenderDependencies {
  scripts: ScriptEngine
  publicUrl: string
}

/** The text of a message, and why the template of the rule could not be used. */
export interface RenderedText extends Text {
  templateError: string | undefined
  /** Whether the template of the rule wrote the body. */
  isOwn: boolean
}

/** Characters of a title that a template may make. */
const LONGEST_TEMPLATE_TITLE = 250

/** Fills the templates of a rule. If one of them fails, the usual text takes its place, with a note. */
export async function renderText(
  { scripts, publicUrl }: RenderDependencies,
  rule: Pick<Rule, 'title' | 'template'>,
  subject: MessageSubject & { state: SubjectState },
  channel: string,
): Promise<RenderedText> {
  const usual = usualText(subject)
  const environment = environmentOf(publicUrl, subject.event, subject.state, channel)
  const errors: string[] = []
  const fill = async (name: string, source: string | undefined, otherwise: string) => {
    if (source === undefined) return otherwise
    const output = await scripts.evaluate({ language: 'template', source }, environment)
    if (output.ok) return output.value.text
    const { message, line, column } = output.failure
    errors.push(`${name}: ${message} (line ${line}, column ${column})`)
    return otherwise
  }
  const title = await fill('title', rule.title, usual.title)
  const body = await fill('template', rule.template, usual.body)
  const [error] = errors
  if (error === undefined)
    return {
      title: shorten(title.replaceAll(/\s+/g, ' ').trim(), LONGEST_TEMPLATE_TITLE),
      body,
      templateError: undefined,
      isOwn: rule.template !== undefined,
    }
  const note = 'The template of the notification failed, so this is the usual text.'
  return { ...usual, body: `${usual.body}\n\n${note}`, templateError: errors.join('; '), isOwn: false }
}

/**
 * Links of a message.
 * @param token opens the acknowledgement of its alert without signing in
 * @param maySilence whether who gets it may silence; without the right, the page would only say so
 */
export function messageLinks(
  publicUrl: string,
  state: SubjectState,
  token: string | undefined,
  maySilence = true,
): MessageLink[] {
  const { permalink, silenceURL } = linksOf(publicUrl, state)
  const acknowledge: MessageLink[] =
    token === undefined
      ? []
      : [
          {
            name: 'acknowledge',
            label: 'Acknowledge',
            url: `${publicUrl}/acknowledge/${token}`,
            post: `${publicUrl}/api/notification/acknowledge/${token}`,
            call: `${publicUrl}/api/notification/acknowledge/${token}/call`,
          },
        ]
  return [
    { name: 'view', label: 'View', url: permalink },
    ...acknowledge,
    ...(maySilence ? [{ name: 'silence', label: 'Silence', url: silenceURL } as const] : []),
  ]
}

/** A Markdown text in the form that a service takes. */
export function bodyIn(form: 'markdown' | 'html' | 'text', body: string): string {
  if (form === 'markdown') return body
  return renderDocument(parseMarkdown(body), form === 'html' ? simpleHtml : plainText)
}
