/** What a form and the API say of a field that has no value. */
export const REQUIRED = 'This field is required'
