import { pushSubscription, type PushSubscription } from '@binnacle/contract/on-call'
import { loadPushKey } from './queries.ts'

/** The worker that shows messages while no page is open. */
const WORKER = '/push-worker.js'

/** Whether this browser can show messages while no page is open. Only on https and on this machine. */
export function canSubscribe(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis
}

/** Decodes base64url. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}

/** Subscribes this browser. @throws with a message for the person if they or the browser refuse */
export async function subscribeBrowser(): Promise<PushSubscription> {
  if ((await Notification.requestPermission()) !== 'granted')
    throw new Error(
      'The browser may not show messages. Allow it in the settings of the browser for this site.',
    )
  await navigator.serviceWorker.register(WORKER)
  const { pushManager } = await navigator.serviceWorker.ready
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytesOf(await loadPushKey()),
  })
  return pushSubscription.parse(subscription.toJSON())
}
