import type { TestConnectionForm } from '@binnacle/plugin-kit/connections'
import { healthy, unknown } from '@binnacle/plugin-kit/core'
import { askApi } from '@binnacle/plugin-kit/connection-http'
import { below } from '@binnacle/plugin-kit/http'
import { z } from 'zod'
import { readKubeconfig } from '@binnacle/plugin-kit/kubeconfig'
import type { KubernetesForm } from './spec.ts'

const list = z.object({ items: z.array(z.unknown()) })

/** Lists a pod of the context's namespace (Kubernetes API, "list or watch objects of kind Pod"). */
export const test: TestConnectionForm<KubernetesForm> = async ({ certificate }, context) => {
  if (certificate === undefined)
    return unknown('without a kubeconfig there is nothing to test; the cluster of Binnacle is used then')
  const access = readKubeconfig(certificate)
  if (!access.ok) return unknown(access.failure)
  const { server, namespace, headers, tls } = access.value
  const url = below(server, `api/v1/namespaces/${encodeURIComponent(namespace)}/pods`)
  const answer = await askApi({ url: `${url}?limit=1`, headers, tls }, list, context)
  return answer.ok
    ? healthy({ message: `can list pods of ${namespace}`, details: answer.value.details })
    : answer.failure
}
