import { insecureTls, optionalCredential, optionalField } from '@binnacle/plugin-kit/connections'

/** How an account of Amazon Web Services is reached and signed in to. */
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

/** What few accounts need. */
export const rareAccountFields = {
  endpoint: optionalField('Endpoint', 'url', {
    description: 'Address of the API, where it is not that of Amazon.',
    group: 'advanced',
  }),
  session_token: optionalCredential('Session token', 'properties.sessionToken', { group: 'advanced' }),
}
