// Shows messages that push services bring while no page is open. It keeps nothing and answers no requests.
// A message has the form `pushMessage` of packages/contract/src/on-call/push-message.ts.

/** An address on this site, whatever site the message names: the installation may be reached by several names. */
function ownAddress(text) {
  const { pathname, search, hash } = new URL(text, self.location.origin)
  return self.location.origin + pathname + search + hash
}

function readMessage(data) {
  try {
    return data?.json() ?? {}
  } catch {
    return { title: data?.text() }
  }
}

self.addEventListener('push', (event) => {
  const {
    title = 'Binnacle',
    body = '',
    tag = '',
    url = '/',
    time,
    urgent,
    acknowledge,
  } = readMessage(event.data)
  event.waitUntil(
    self.registration.showNotification(title, {
      body,
      tag,
      // Without this, a message that replaces another one makes no sound.
      renotify: tag !== '',
      requireInteraction: urgent === true,
      icon: '/mark.svg',
      ...(time === undefined ? {} : { timestamp: Date.parse(time) }),
      actions: acknowledge === undefined ? [] : [{ action: 'acknowledge', title: acknowledge.label }],
      data: { url, acknowledge },
    }),
  )
})

/** Acknowledges without sign-in. If that fails, the page of the link says why. */
async function acknowledgeBy({ url, page }) {
  // The link itself is the right to acknowledge, so no session goes with it.
  const answer = await fetch(ownAddress(url), { method: 'POST', credentials: 'omit' }).catch(() => undefined)
  if (answer?.ok !== true) await self.clients.openWindow(ownAddress(page))
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { url = '/', acknowledge } = event.notification.data ?? {}
  event.waitUntil(
    event.action === 'acknowledge' && acknowledge !== undefined
      ? acknowledgeBy(acknowledge)
      : self.clients.openWindow(ownAddress(url)),
  )
})
