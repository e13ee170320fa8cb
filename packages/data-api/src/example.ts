import { createDataService } from './index.ts'
import { serve } from '@hono/node-server'

interface Person {
  name: string
  roles: readonly string[]
}

const service = createDataService<Person>({
  connection: { connectionString: process.env['DATABASE_URL'] },
  schemas: ['api'],
  limits: { maximumRows: 1_000 },
  aggregates: true,
  // Editors write, everyone reads, and nobody sees salaries.
  authorize({ actor, name, action, columns }) {
    if (name === 'people' && columns.includes('salary')) return { message: 'Salaries are private' }
    if (action === 'select' || actor.roles.includes('editor')) return undefined
    return { message: `${actor.name} may not ${action} ${name}` }
  },
  onError: (error) => process.stderr.write(`${String(error)}\n`),
})
await service.reload()

serve({
  port: 3_000,
  // Who asks is known here: by a session, a token, a certificate.
  fetch: (request) => service.handle(request, { actor: { name: 'Ann', roles: ['editor'] } }),
})
