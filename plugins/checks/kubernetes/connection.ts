import { fail, succeed } from '@binnacle/contract/core'
import { type ConnectionUse, without } from '@binnacle/plugin-kit/core'

/** How the scrapers of Kubernetes get the kubeconfig of a stored connection. */
export const clusterConnection: ConnectionUse = {
  at: [],
  types: ['kubernetes'],
  fill(written, { namespace, name, certificate, password }) {
    const kubeconfig = certificate ?? password
    // What a spec says about the cluster counts, but the account of a connection never goes elsewhere.
    if (written['kubeconfig'] !== undefined)
      return fail(`give the connection ${namespace}/${name} or a kubeconfig, not both`)
    return succeed({
      ...without(written, 'connection'),
      ...(kubeconfig === undefined || kubeconfig === '' ? {} : { kubeconfig }),
    })
  },
}
