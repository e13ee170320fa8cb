import { insecureTls, optionalCredential, optionalField } from '@binnacle/plugin-kit/connections'

/** Fields for an account of Amazon Web Services and its URL. */
export const accountFields = {
  region: optionalField('Region', 'properties.region', {
    description: 'Such as eu-west-1.',
    destination: false,
  }),
  profile: optionalField('Profile', 'properties.profile', { destination: false }),
  access_key: optionalCredential('Access Key', 'username'),
  secret_key: optionalCredential('Secret Key', 'password'),
  insecure_tls: insecureTls,
}

/** Fields that few accounts need. */
export const rareAccountFields = {
  endpoint: optionalField('Endpoint', 'url', {
    description: 'Address of the API. Default: Amazon',
    group: 'advanced',
  }),
  session_token: optionalCredential('Session token', 'properties.sessionToken', { group: 'advanced' }),
}
