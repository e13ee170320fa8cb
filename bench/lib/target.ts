// A web server that answers at once; in its own process, so that its work does not count for the product.
import { createServer } from 'node:http'

const server = createServer((_request, response) => response.end('all is well'))
server.listen(Number(process.argv[2]), '127.0.0.1')
