import { startHttpServer } from '@binnacle/plugin-kit/servers'
import type { LogTargets } from '@binnacle/plugin-kit/suite/logs'
import { startApiServer } from '@binnacle/clients/kubernetes/testing/api-server'

/** A cluster with a pod that writes; one that refuses; a server that never answers. */
export async function startTargets(): Promise<LogTargets> {
  const [api, refusing, other] = await Promise.all([startApiServer(), startApiServer(), startHttpServer()])
  api.put({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web-1', namespace: 'default', labels: { app: 'web' } },
    spec: { containers: [{ name: 'main' }] },
  })
  api.replace('/api/v1/namespaces/default/pods/web-1/log', '2026-11-23T10:00:00.123456789Z INFO started\n')
  refusing.refuse('/api/v1/pods', { status: 403, message: 'pods is forbidden' })
  return {
    working: { kubeconfig: api.kubeconfig() },
    failing: { kubeconfig: refusing.kubeconfig() },
    hanging: { kubeconfig: api.kubeconfig().replaceAll(api.url, `http://127.0.0.1:${other.port}/hang`) },
    stop: async () => {
      await Promise.all([api.stop(), refusing.stop(), other.stop()])
    },
  }
}
