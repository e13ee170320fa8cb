/** Address of the fields that people added to catalog items. */
export const FIELDS_PATH = '/settings/config-fields'
