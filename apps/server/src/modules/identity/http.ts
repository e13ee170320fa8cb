import type { BrowserRequest, FlowError, FlowKind, IdentityService, SignedIn } from '@binnacle/identity'
import { SESSION_MILLISECONDS } from '@binnacle/identity'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { comesFromThisMachine, isLoopback } from '../../platform/http/security.ts'
import type { ServerContext } from '../../platform/http/server.ts'

export const SESSION_COOKIE = 'binnacle_session'
const FORM_COOKIE = 'binnacle_form'
const statusTexts = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  410: 'Gone',
  422: 'Unprocessable Entity',
} as const

type Ctx = Context<ServerContext>

/** Whether a browser navigates itself, instead of a script that asks. */
function isNavigation(context: Ctx): boolean {
  return (context.req.header('accept') ?? '').includes('text/html')
}

function problem(context: Ctx, failure: FlowError): Response {
  const { status, id, reason, redirect_browser_to: target } = failure
  if (isNavigation(context) && id === 'session_already_available') return context.redirect('/', 303)
  if (isNavigation(context) && target !== undefined) return context.redirect(target, 303)
  return context.json(
    {
      error: { id, code: status, status: statusTexts[status], reason, message: reason },
      ...(target === undefined ? {} : { redirect_browser_to: target }),
    },
    status,
  )
}

/** Reads a form as its browser sends it: JSON from the page's script, or a plain form. */
async function readFields(context: Ctx): Promise<Record<string, string>> {
  const json = (context.req.header('content-type') ?? '').includes('application/json')
  const body: unknown = json ? await context.req.json().catch(() => ({})) : await context.req.parseBody()
  return flatten(body, '')
}

/** Nested objects become dotted names, as both spellings are in use: {"traits":{"email":…}} and "traits.email". */
function flatten(value: unknown, prefix: string): Record<string, string> {
  if (typeof value === 'string') return { [prefix]: value }
  if (typeof value !== 'object' || value === null) return {}
  const fields = Object.entries(value).map(([key, item]) =>
    flatten(item, prefix === '' ? key : `${prefix}.${key}`),
  )
  return Object.assign({}, ...fields)
}

export interface IdentityHttpOptions {
  service: IdentityService
  /** Whether the product is reached over https, so that cookies may say Secure. */
  secure: boolean
  /** Whether others than this machine are meant to reach the product. */
  exposed: boolean
}

/** The public API of the identity service, in Kratos' shape; mounted at /kratos and /api/.ory. */
export function createIdentityHttp({ service, secure, exposed }: IdentityHttpOptions): Hono<ServerContext> {
  const app = new Hono<ServerContext>()
  const cookieOptions = { path: '/', httpOnly: true, sameSite: 'Lax', secure } as const

  async function browser(context: Ctx): Promise<BrowserRequest> {
    const token = getCookie(context, SESSION_COOKIE)
    return {
      csrfCookie: getCookie(context, FORM_COOKIE),
      session: token === undefined ? undefined : await service.session(token),
      userAgent: context.req.header('user-agent'),
      address: context.env.incoming.socket.remoteAddress,
      local: !exposed && comesFromThisMachine(context) && isLoopback(new URL(context.req.url).hostname),
    }
  }

  function signedIn(context: Ctx, value: SignedIn): Response {
    setCookie(context, SESSION_COOKIE, value.token, {
      ...cookieOptions,
      maxAge: SESSION_MILLISECONDS / 1_000,
    })
    return isNavigation(context)
      ? context.redirect(value.returnTo, 303)
      : context.json({ session: describeSession(value.session) })
  }

  function serveFlow(kind: FlowKind): void {
    app.get(`/self-service/${kind}/browser`, async (context) => {
      const wanted = {
        returnTo: context.req.query('return_to') || '/',
        refresh: context.req.query('refresh') === 'true',
      }
      const request = await browser(context)
      const made =
        kind === 'login'
          ? await service.createLogin(request, wanted)
          : await service.createRegistration(request, wanted)
      if (!made.ok) return problem(context, made.failure)
      setCookie(context, FORM_COOKIE, made.value.csrfCookie, cookieOptions)
      return isNavigation(context)
        ? context.redirect(`/${kind}?flow=${made.value.flow.id}`, 303)
        : context.json(made.value.flow)
    })

    app.get(`/self-service/${kind}/flows`, async (context) => {
      const flow = await service.flow(kind, context.req.query('id') ?? '', await browser(context))
      return flow.ok ? context.json(flow.value) : problem(context, flow.failure)
    })

    app.post(`/self-service/${kind}`, async (context) => {
      const id = context.req.query('flow') ?? ''
      const [request, fields] = await Promise.all([browser(context), readFields(context)])
      const submitted =
        kind === 'login'
          ? await service.submitLogin(id, request, fields)
          : await service.submitRegistration(id, request, fields)
      if (!submitted.ok) return problem(context, submitted.failure)
      if (submitted.value.done) return signedIn(context, submitted.value.value)
      return isNavigation(context)
        ? context.redirect(`/${kind}?flow=${id}`, 303)
        : context.json(submitted.value.flow, 400)
    })
  }

  app.use('*', async (context, next) => {
    context.set('route', 'identity')
    await next()
    context.header('cache-control', 'no-store')
  })
  app.use('*', bodyLimit({ maxSize: 65_536 }))
  serveFlow('login')
  serveFlow('registration')

  app.get('/sessions/whoami', async (context) => {
    const { session } = await browser(context)
    if (session !== undefined) return context.json(describeSession(session))
    return problem(context, { status: 401, id: 'session_inactive', reason: 'No valid session was found.' })
  })

  app.get('/self-service/logout/browser', async (context) => {
    const token = getCookie(context, SESSION_COOKIE)
    const { session } = await browser(context)
    if (token === undefined || session === undefined)
      return problem(context, { status: 401, id: 'session_inactive', reason: 'You are not signed in.' })
    const logoutToken = service.logoutToken(token)
    return context.json({
      logout_token: logoutToken,
      logout_url: `/kratos/self-service/logout?token=${logoutToken}`,
    })
  })

  app.get('/self-service/logout', async (context) => {
    const token = getCookie(context, SESSION_COOKIE)
    if (token !== undefined) {
      const ended = await service.logout(token, context.req.query('token') ?? '')
      if (!ended.ok) return problem(context, ended.failure)
      deleteCookie(context, SESSION_COOKIE, cookieOptions)
    }
    return isNavigation(context) ? context.redirect('/login', 303) : context.body(null, 204)
  })

  app.all('*', (context) =>
    problem(context, { status: 404, id: 'not_found', reason: 'There is nothing at this address.' }),
  )
  return app
}

function describeSession(session: NonNullable<BrowserRequest['session']>) {
  const [first = '', ...rest] = session.person.name.split(' ')
  return {
    id: session.id,
    active: true,
    authenticated_at: session.authenticatedAt.toISOString(),
    issued_at: session.issuedAt.toISOString(),
    expires_at: session.expiresAt.toISOString(),
    authenticator_assurance_level: 'aal1',
    identity: {
      id: session.person.id,
      schema_id: 'default',
      state: 'active',
      traits: { email: session.person.email, name: { first, last: rest.join(' ') } },
    },
  }
}
