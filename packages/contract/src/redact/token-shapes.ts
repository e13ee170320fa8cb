/**
 * Secrets that are recognized by their form alone. The first group stays, the second is the secret. Each form ends before
 * it could begin again, so that the time to search grows with the length of the text only.
 */
export const tokenShapes: readonly RegExp[] = [
  /()(-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----(?:[^-]|-(?!----)){1,20000}-----END [A-Z ]{0,30}PRIVATE KEY-----)/g,
  // JSON Web Tokens.
  /()(\beyJ[\w-]{10,4000}\.eyJ[\w-]{10,8000}\.[\w-]{10,4000})/g,
  // Keys of Amazon, GitHub, GitLab, Slack, Google, Stripe, npm and others, by their beginnings.
  /()(\b(?:ghp|gho|ghu|ghs|ghr)_[A-Za-z0-9]{30,255}|\bgithub_pat_\w{20,255}|\bglpat-[\w-]{18,100}|\bxox[abeoprs]-[\w-]{10,250}|\bAIza[\w-]{35}|\b[sr]k_live_[A-Za-z0-9]{16,200}|\bnpm_[A-Za-z0-9]{36}|\bdop_v1_[a-f0-9]{64}|\bSG\.[\w-]{16,64}\.[\w-]{16,128}|\bhv[sb]\.[\w-]{20,300})/g,
  /(\b(?:aws_secret_access_key|secretaccesskey)["']?\s{0,5}[:=]\s{0,5}["']?)([A-Za-z0-9/+=]{40})/gi,
]
