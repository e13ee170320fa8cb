import { fail, succeed } from '@binnacle/contract/core'
import { connectionField, type ConnectionUse, field, secretValue, without } from '@binnacle/plugin-kit/core'

/** The fields that say which cluster is read, and with which account. */
export const clusterFields = {
  connection: connectionField.meta({
    title: 'Connection',
    description: 'A stored Kubernetes connection with the kubeconfig.',
    destination: false,
  }),
  kubeconfig: field(secretValue({ title: 'Kubeconfig', widget: 'multiline' }).optional(), {
    title: 'Kubeconfig',
    description:
      'A kubeconfig, or the absolute path of one. Leave empty for the cluster that Binnacle runs in. Files, the account of that cluster too, must be in a folder that the operator allows with LOCAL_FOLDERS.',
  }),
}

/** How a kubeconfig is taken from a stored connection. */
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
