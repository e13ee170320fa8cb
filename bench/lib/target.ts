// A web server that answers at once; in a process of its own, so that its work counts for nobody.
import { createServer } from 'node:http'

const server = createServer((_request, response) => response.end('all is well'))
server.listen(Number(process.argv[2]), '127.0.0.1')
