import type { Answer, TestBrowser } from './app.ts'

export type FlowKind = 'login' | 'registration' | 'recovery' | 'verification' | 'settings'

/** A form that a browser was given. */
export interface OpenFlow {
  kind: FlowKind
  id: string
  csrf: string
  answer: Answer
}

/** Begins a flow. */
export async function beginFlow(browser: TestBrowser, kind: FlowKind, query = ''): Promise<OpenFlow> {
  const answer = await browser.send('GET', `/kratos/self-service/${kind}/browser${query}`)
  return { kind, id: answer.body.id, csrf: answer.body.ui?.nodes[0].attributes.value, answer }
}

/** Reads a flow again, for example one that the service made. */
export async function readFlow(browser: TestBrowser, kind: FlowKind, id: string): Promise<OpenFlow> {
  const answer = await browser.send('GET', `/kratos/self-service/${kind}/flows?id=${id}`)
  return { kind, id, csrf: answer.body.ui?.nodes[0].attributes.value, answer }
}

/** Submits the form with some fields. */
export function submitFlow(
  browser: TestBrowser,
  flow: OpenFlow,
  fields: Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return browser.send('POST', `/kratos/self-service/${flow.kind}?flow=${flow.id}`, {
    body: { csrf_token: flow.csrf, ...fields },
    headers,
  })
}

/** The fields of a form as `group name`, in their order. */
export function fieldsOf(answer: Answer): string[] {
  return answer.body.ui.nodes.map(
    (node: { group: string; attributes: { name?: string; id?: string } }) =>
      `${node.group} ${node.attributes.name ?? node.attributes.id}`,
  )
}

/** Ids of the messages of a form: of itself, then of its fields as `name id`. */
export function messagesOf(answer: Answer): (number | string)[] {
  const nodes: { attributes: { name: string }; messages: { id: number }[] }[] = answer.body.ui.nodes
  return [
    ...answer.body.ui.messages.map((message: { id: number }) => message.id),
    ...nodes.flatMap((node) => node.messages.map(({ id }) => `${node.attributes.name} ${id}`)),
  ]
}
