/** The form of email addresses: one @, and behind it a dot that is neither first nor last. */
export const EMAIL_FORM = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/
