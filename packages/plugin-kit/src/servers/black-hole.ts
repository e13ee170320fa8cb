import { spawn } from 'node:child_process'
import { connect, type Socket } from 'node:net'
import type { TestServer } from './listen.ts'

/** A program that listens with the shortest queue and then never takes a connection from it. */
const listener = `
  const server = require('node:net').createServer()
  server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    process.stdout.write(String(server.address().port) + '\\n', () => {
      process.stdin.resume()
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
    })
  })`

/** Whether a connection comes about within a time that is long for loopback. */
function connects(port: number, sockets: Socket[]): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true))
    socket.on('error', () => {})
    sockets.push(socket)
    setTimeout(() => resolve(false), 200)
  })
}

/** A port on loopback whose queue is full: who connects to it waits without an answer, as behind a silent firewall. */
export async function startBlackHole(): Promise<TestServer> {
  const child = spawn(process.execPath, ['-e', listener], { stdio: ['pipe', 'pipe', 'inherit'] })
  const { promise, resolve } = Promise.withResolvers<number>()
  child.stdout.once('data', (chunk: Buffer) => resolve(Number(chunk.toString())))
  const port = await promise
  const fillers: Socket[] = []
  while (await connects(port, fillers)) if (fillers.length > 50) throw new Error('the queue does not fill')
  return {
    port,
    stop: async () => {
      const ended = new Promise((done) => child.once('exit', done))
      for (const socket of fillers) socket.destroy()
      child.kill('SIGKILL')
      await ended
    },
  }
}
