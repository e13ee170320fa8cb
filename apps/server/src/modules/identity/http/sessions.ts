import type { BrowserRequest, IdentityService } from '@binnacle/identity'
import type { Hono } from 'hono'
import type { ServerContext } from '../../../platform/http/server.ts'
import { describeSession, type IdentityContext, type Refuse } from './answers.ts'

export interface SessionRoutes {
  service: IdentityService
  browser: (context: IdentityContext) => Promise<BrowserRequest>
  refuse: Refuse
}

/** Serves the current session, the person's other sessions, and signing them out. */
export function serveSessions(app: Hono<ServerContext>, { service, browser, refuse }: SessionRoutes): void {
  app.get('/sessions/whoami', async (context) => {
    const mine = await service.requireSession((await browser(context)).session)
    return mine.ok ? context.json(describeSession(mine.value)) : refuse(context, mine.failure)
  })

  app.get('/sessions', async (context) => {
    const mine = await service.requireSession((await browser(context)).session)
    if (!mine.ok) return refuse(context, mine.failure)
    const others = await service.otherSessions(mine.value)
    return context.json(others.map((other) => describeSession(other, other)))
  })

  app.delete('/sessions', async (context) => {
    const request = await browser(context)
    const mine = await service.requireSession(request.session)
    if (!mine.ok) return refuse(context, mine.failure)
    return context.json({ count: await service.endOtherSessions(mine.value, request) })
  })

  app.delete('/sessions/:id', async (context) => {
    const request = await browser(context)
    const mine = await service.requireSession(request.session)
    if (!mine.ok) return refuse(context, mine.failure)
    const id = context.req.param('id')
    if (id === mine.value.id)
      return refuse(context, {
        status: 400,
        id: 'session_is_current',
        reason: 'This is the session that you use. Sign out to end it.',
      })
    return (await service.endSessionOf(mine.value, id, request))
      ? context.body(null, 204)
      : refuse(context, { status: 404, id: 'session_not_found', reason: 'You have no such session.' })
  })
}
