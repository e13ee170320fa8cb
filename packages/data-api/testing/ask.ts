import { afterAll } from 'vitest'
import { createDataService, type DataServiceOptions } from '../src/index.ts'
import type { Ask } from './shop.ts'

/** Opens a service, which is closed after the file's last test, and returns how to ask it as one actor. */
export async function openAsk<Actor>(
  options: DataServiceOptions<Actor>,
  actor: Actor,
): Promise<Ask & { reload(): Promise<void> }> {
  const service = createDataService(options)
  afterAll(() => service.close())
  await service.reload()
  const ask: Ask = async (target, { body, text, headers } = {}) => {
    const [method = 'GET', path = '/'] = target.split(/ (.*)/s)
    const content = text ?? (body === undefined ? undefined : JSON.stringify(body))
    const request = new Request(`http://data${path}`, {
      method,
      headers: { ...(content !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(content !== undefined && { body: content }),
    })
    const answer = await service.handle(request, { actor })
    const answered = await answer.text()
    const isJson = answer.headers.get('content-type')?.includes('json') === true && answered !== ''
    return {
      status: answer.status,
      headers: answer.headers,
      body: isJson ? JSON.parse(answered) : answered,
    }
  }
  return Object.assign(ask, { reload: () => service.reload() })
}
