export { sendWebhook as run } from '../webhook-request.ts'
