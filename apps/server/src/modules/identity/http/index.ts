import {
  type BrowserRequest,
  DEVICE_MILLISECONDS,
  failures,
  type FlowError,
  type FlowKind,
  type IdentityService,
  pages,
  SESSION_MILLISECONDS,
  type IssuedSession,
} from '@binnacle/identity'
import type { Pace } from '@binnacle/data-api'
import { Hono } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { ClientAddress } from '../../../platform/http/client-address.ts'
import { comesFromThisMachine, isForeignChange, isLoopback } from '../../../platform/http/security.ts'
import type { ServerContext } from '../../../platform/http/server.ts'
import type { ErrorStore } from '../errors.ts'
import {
  createRefuse,
  describeSession,
  errorBody,
  type IdentityContext,
  isNavigation,
  readFields,
} from './answers.ts'
import { cookieNames } from './cookies.ts'
import { serveSessions } from './sessions.ts'

export interface IdentityHttpOptions {
  service: IdentityService
  errors: ErrorStore
  clientAddress: ClientAddress
  /** Slowest allowed arrival of a form. */
  bodyPace: Pace
  /** Origin under which users reach the product. */
  publicOrigin: string
  /** Whether people reach the product over https, so that cookies may be Secure. */
  secure: boolean
  /** Whether other machines can reach the product. */
  exposed: boolean
}

/** The public API of the identity service in Kratos' shape, mounted at /kratos and /api/.ory. */
export function createIdentityHttp(options: IdentityHttpOptions): Hono<ServerContext> {
  const { service, errors, secure, exposed } = options
  const app = new Hono<ServerContext>()
  const refuse = createRefuse(options.publicOrigin)
  const cookies = cookieNames(secure)
  const cookieOptions = { path: '/', httpOnly: true, sameSite: 'Lax', secure } as const

  async function browser(context: IdentityContext): Promise<BrowserRequest> {
    const token = getCookie(context, cookies.session)
    return {
      csrfCookie: getCookie(context, cookies.form),
      session: token === undefined ? undefined : await service.session(token),
      deviceCookie: getCookie(context, cookies.device),
      userAgent: context.req.header('user-agent'),
      address: options.clientAddress(
        context.env.incoming.socket.remoteAddress,
        context.req.header('x-forwarded-for'),
      ),
      local: !exposed && comesFromThisMachine(context) && isLoopback(new URL(context.req.url).hostname),
    }
  }

  /**
   * Answers with an error. A script gets it as JSON. A navigating browser is redirected to where it can continue, or
   * to the error page.
   */
  async function problem(context: IdentityContext, failure: FlowError, kind?: FlowKind): Promise<Response> {
    if (!isNavigation(context)) return refuse(context, failure)
    if (failure.redirect_browser_to !== undefined) return context.redirect(failure.redirect_browser_to, 303)
    if (failure.id === failures.alreadySignedIn.id) return context.redirect('/', 303)
    if (failure.id === failures.noSession.id) return context.redirect(pages.login, 303)
    if (failure.status === 410 && kind !== undefined) return context.redirect(pages[kind], 303)
    return context.redirect(`/error/${await errors.save(errorBody(failure))}`, 303)
  }

  function setSession(context: IdentityContext, { token, device }: IssuedSession): void {
    setCookie(context, cookies.session, token, { ...cookieOptions, maxAge: SESSION_MILLISECONDS / 1_000 })
    if (device !== undefined)
      setCookie(context, cookies.device, device, { ...cookieOptions, maxAge: DEVICE_MILLISECONDS / 1_000 })
  }

  function serveFlow(kind: FlowKind): void {
    app.get(`/self-service/${kind}/browser`, async (context) => {
      const aal = context.req.query('aal')
      const made = await service.create(kind, await browser(context), {
        returnTo: context.req.query('return_to') || '/',
        refresh: context.req.query('refresh') === 'true',
        aal: aal === 'aal1' || aal === 'aal2' ? aal : undefined,
        invitation: context.req.query('invitation') || undefined,
      })
      if (!made.ok) return problem(context, made.failure, kind)
      setCookie(context, cookies.form, made.value.csrfCookie, cookieOptions)
      return isNavigation(context)
        ? context.redirect(`${pages[kind]}?flow=${made.value.flow.id}`, 303)
        : context.json(made.value.flow)
    })

    app.get(`/self-service/${kind}/flows`, async (context) => {
      const flow = await service.flow(kind, context.req.query('id') ?? '', await browser(context))
      return flow.ok ? context.json(flow.value) : refuse(context, flow.failure)
    })

    app.post(`/self-service/${kind}`, async (context) => {
      const id = context.req.query('flow') ?? ''
      const [request, fields] = await Promise.all([browser(context), readFields(context, options.bodyPace)])
      if (!fields.ok) return refuse(context, fields.failure)
      const submitted = await service.submit(kind, id, request, fields.value)
      if (!submitted.ok) return problem(context, submitted.failure, kind)
      const { form, signedIn, goTo = '/', mustGo = false } = submitted.value
      if (signedIn !== undefined) setSession(context, signedIn)
      if (form !== undefined)
        return isNavigation(context)
          ? context.redirect(`${pages[kind]}?flow=${id}`, 303)
          : context.json(form.flow, form.status)
      if (isNavigation(context)) return context.redirect(goTo, 303)
      if (mustGo)
        return refuse(context, {
          status: 422,
          id: 'browser_location_change_required',
          reason: 'Continue at the given address.',
          redirect_browser_to: goTo,
        })
      return context.json(signedIn === undefined ? {} : { session: describeSession(signedIn.session) })
    })
  }

  app.use('*', async (context, next) => {
    context.set('route', 'identity')
    await next()
    context.header('cache-control', 'no-store')
  })
  app.use('*', async (context, next) => {
    // Another site must not submit forms, for example to sign a browser in to an account of its choice.
    if (isForeignChange(context, options.publicOrigin)) return problem(context, failures.foreignSite)
    await next()
    return undefined
  })
  for (const kind of ['login', 'registration', 'recovery', 'verification', 'settings'] as const)
    serveFlow(kind)

  app.get('/self-service/errors', async (context) => {
    const found = await errors.find(context.req.query('id') ?? '')
    return found === undefined ? refuse(context, failures.notFound) : context.json(found)
  })

  serveSessions(app, { service, browser, refuse })

  app.get('/self-service/logout/browser', async (context) => {
    const token = getCookie(context, cookies.session)
    const { session } = await browser(context)
    if (token === undefined || session === undefined) return problem(context, failures.noSession)
    const logoutToken = service.logoutToken(token)
    return context.json({
      logout_token: logoutToken,
      logout_url: `/kratos/self-service/logout?token=${logoutToken}`,
    })
  })

  app.get('/self-service/logout', async (context) => {
    const token = getCookie(context, cookies.session)
    if (token !== undefined) {
      const ended = await service.logout(token, context.req.query('token') ?? '', await browser(context))
      if (!ended.ok) return problem(context, ended.failure)
      deleteCookie(context, cookies.session, cookieOptions)
    }
    return isNavigation(context) ? context.redirect(pages.login, 303) : context.body(null, 204)
  })

  app.all('*', (context) =>
    refuse(context, { status: 404, id: 'not_found', reason: 'There is no page at this address.' }),
  )
  return app
}
