/**
 * Secrets that are recognized by their form alone. The first group stays, the second is the secret. Each form ends before
 * it could begin again, so that the time to search grows with the length of the text only.
 */
export const tokenShapes: readonly RegExp[] = [
  // linear by construction: no part before the end contains a line of five hyphens
  /()(-----BEGIN [A-Z ]*PRIVATE KEY-----[^-]+(?:-[^-]+)*-----END [A-Z ]*PRIVATE KEY-----)/g,
  // JSON Web Tokens. Their first part is taken whole: to look for its start inside would take quadratic time.
  /(^|[^\w-])([\w-]{13,}\.eyJ[\w-]{10,}\.[\w-]{10,})/g,
  // Keys of Amazon, GitHub, GitLab, Slack, Google, Stripe, npm and others, by their beginnings.
  // linear by construction: each begins at the start of a word, and takes the rest of it
  /()(\bgh[pousr]_[A-Za-z0-9]{30,}|\bgithub_pat_\w{20,}|\b[sr]k_live_[A-Za-z0-9]{16,}|\bnpm_[A-Za-z0-9]{36}|\bdop_v1_[a-f0-9]{64})/g,
  // linear by construction: each begins at the start of a word, and what it reads before it fails is short
  /()(\bglpat-[\w-]{18,}|\bxox[abeoprs]-[\w-]{10,}|\bAIza[\w-]{35}|\bSG\.[\w-]{16,}\.[\w-]{16,}|\bhv[sb]\.[\w-]{20,})/g,
  // linear by construction: it begins with a word that the rest cannot contain, and reads 40 characters
  /(\b(?:aws_secret_access_key|secretaccesskey)["']?\s*[:=]\s*["']?)([A-Za-z0-9/+=]{40})/gi,
]
