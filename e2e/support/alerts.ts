import { createServer } from 'node:http'
import { freePort } from '@binnacle/plugin-kit/servers'
import { type APIRequestContext, expect } from '@playwright/test'
import { z } from 'zod'

const found = z.array(z.object({ id: z.string() }))

/** The id of the only row of a table that a filter finds. */
export async function idOf(request: APIRequestContext, url: string, filter: string): Promise<string> {
  let id: string | undefined
  await expect
    .poll(async () => {
      const answer = await request.get(`${url}/api/db/${filter}&select=id`)
      id = found.parse(await answer.json())[0]?.id
      return id
    })
    .toBeDefined()
  return id ?? ''
}

/** Makes a row of a table. @returns its id */
export async function makeRow(
  request: APIRequestContext,
  url: string,
  table: string,
  data: object,
): Promise<string> {
  const answer = await request.post(`${url}/api/db/${table}`, {
    data,
    headers: { prefer: 'return=representation' },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  return found.parse(await answer.json())[0]?.id ?? ''
}

/** Makes a check of an address that runs every second. @returns its id */
export async function makeCheck(
  request: APIRequestContext,
  url: string,
  { name, of, severity }: { name: string; of: string; severity?: string },
): Promise<string> {
  const made = await request.post(`${url}/api/health/canaries`, {
    data: {
      name,
      spec: {
        schedule: '@every 1s',
        ...(severity === undefined ? {} : { severity }),
        http: [{ name, url: of }],
      },
    },
  })
  expect(made.ok(), await made.text()).toBe(true)
  return idOf(request, url, `checks?name=eq.${name}`)
}

/** A server that takes messages, as a webhook of somebody else does. */
export interface Hook {
  url: string
  messages: string[]
  /** Answers with another status from now on. */
  answer(status: number): void
  stop(): Promise<void>
}

/** Starts a server that takes messages. */
export async function startHook(): Promise<Hook> {
  const messages: string[] = []
  let status = 200
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      messages.push(Buffer.concat(chunks).toString())
      response.writeHead(status).end()
    })
  })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${port}/hook`,
    messages,
    answer: (next) => void (status = next),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** The address that a message links to for acknowledging; its lines may be broken by the encoding of mails. */
export function acknowledgeLink(text: string): string {
  return /https?:\/\/[^\s"<>]+\/acknowledge\/[\w.-]+/.exec(text.replaceAll('=\n', ''))?.[0] ?? ''
}
