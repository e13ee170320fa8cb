/** An email to one person, as plain text. */
export interface Mail {
  to: string
  subject: string
  text: string
}

const paragraphs = (...lines: string[]): string => `${lines.join('\n\n')}\n`
const notYou = 'If this was not you, you don’t need to do anything; do not pass the code on.'

/**
 * Creates an email with a code that does something for an address.
 * @param task what the code does, with the address after it
 * @param subject the same without the address
 */
function codeMail(task: string, subject = task) {
  return (to: string, code: string, minutes: number, link: string): Mail => ({
    to,
    subject: `Your code to ${subject}`,
    text: paragraphs(
      `Your code to ${task} ${to} is`,
      `    ${code}`,
      `It is valid for ${minutes} minutes, on the page where you asked for it: ${link}`,
      notYou,
    ),
  })
}

/** The texts of the emails of the identity service. Codes are valid for the given minutes. */
export const mails = {
  recovery: codeMail('recover the account'),
  verification: codeMail('verify the address', 'verify this address'),
  registration: codeMail('create the account'),
  accountExists: (to: string, publicUrl: string): Mail => ({
    to,
    subject: 'You have an account already',
    text: paragraphs(
      `Somebody, probably you, tried to create an account for ${to}. There is one already.`,
      `Sign in at ${publicUrl}/login, or choose a new password at ${publicUrl}/recovery.`,
      'If this was not you, you don’t need to do anything.',
    ),
  }),
  invitation: (to: string, link: string, days: number): Mail => ({
    to,
    subject: 'Your invitation to Binnacle',
    text: paragraphs(
      `You are invited to Binnacle. Create your account with this link; it is valid for ${days} days and for you alone:`,
      link,
    ),
  }),
  addressChanged: (to: string, publicUrl: string): Mail => ({
    to,
    subject: 'The address of your account was changed',
    text: paragraphs(
      `The account at ${publicUrl} that had the address ${to} has another one now.`,
      'If this was not you, tell your administrator at once.',
    ),
  }),
  passwordChanged: (to: string, publicUrl: string, ended: { sessions: number; tokens: number }): Mail => ({
    to,
    subject: 'The password of your account was changed',
    text: paragraphs(
      `The account ${to} at ${publicUrl} has a new password. Other sessions that ended: ${ended.sessions}. Access tokens that ended: ${ended.tokens}.`,
      `If this was not you, choose a new one at ${publicUrl}/recovery and tell your administrator.`,
    ),
  }),
}
