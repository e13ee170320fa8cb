import { benchAccount, type Product } from './product.ts'

/** Cookies of someone who is signed in. */
export type Session = string

interface Flow {
  id: string
  ui: { nodes: { attributes: { name: string; value?: string } }[] }
}

function cookiesOf(...answers: readonly Response[]): Session {
  return answers
    .flatMap((answer) => answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0]))
    .join('; ')
}

/** A session as the cookies of a browser. */
export function cookiesIn(product: Product, session: Session) {
  return session.split('; ').map((pair) => ({
    name: pair.slice(0, pair.indexOf('=')),
    value: pair.slice(pair.indexOf('=') + 1),
    url: product.url,
  }))
}

/** Signs in to a product, as the administrator unless told otherwise. */
export async function signIn(product: Product, who = benchAccount): Promise<Session> {
  const headers = { accept: 'application/json' }
  const made = await fetch(`${product.url}/kratos/self-service/login/browser`, { headers })
  const flow: Flow = JSON.parse(await made.text())
  const token = flow.ui.nodes.find(({ attributes }) => attributes.name === 'csrf_token')?.attributes.value
  const answer = await fetch(`${product.url}/kratos/self-service/login?flow=${flow.id}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', cookie: cookiesOf(made) },
    body: JSON.stringify({
      csrf_token: token,
      method: 'password',
      identifier: who.email,
      password: who.password,
    }),
  })
  if (!answer.ok) throw new Error(`could not sign in: ${await answer.text()}`)
  return cookiesOf(made, answer)
}

/**
 * Asks for an address and reads the whole answer. Bytes are those of the body as it is sent.
 * @param sent body of a POST; a GET without
 */
export async function request(
  product: Product,
  session: Session,
  path: string,
  sent?: object,
): Promise<{ milliseconds: number; bytes: number }> {
  const started = performance.now()
  const answer = await fetch(product.url + path, {
    headers: { cookie: session, 'accept-encoding': 'identity', 'content-type': 'application/json' },
    ...(sent === undefined ? {} : { method: 'POST', body: JSON.stringify(sent) }),
  })
  const body = await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${Buffer.from(body).toString()}`)
  return { milliseconds: performance.now() - started, bytes: body.byteLength }
}
