// Answers with the documents of `hostileAnswers`, by name, from a thread whose work counts for nobody.
import { createServer } from 'node:http'
import { parentPort } from 'node:worker_threads'
import { hostileAnswers } from './hostile.ts'

const server = createServer((request, response) => {
  const make = hostileAnswers[decodeURIComponent(request.url ?? '').slice(1)]
  response.writeHead(make === undefined ? 404 : 200).end(make?.())
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  parentPort?.postMessage(typeof address === 'object' ? address?.port : undefined)
})
