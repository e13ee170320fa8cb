// npm run dev: the server, which restarts when its files change, and the web application with hot reload.
import { spawn } from 'node:child_process'
import { ensureInstalled } from './lib/install.mjs'
import { productNode } from './lib/node.mjs'
import { inProject, root } from './lib/paths.mjs'
import { main, say } from './lib/say.mjs'

const WEB_PORT = 5173

await main(async () => {
  await ensureInstalled()
  const node = await productNode()
  const server = process.env.BINNACLE_SERVER ?? `http://127.0.0.1:${process.env.PORT || 8080}`
  const publicUrl = process.env.PUBLIC_URL ?? `http://localhost:${WEB_PORT}`
  const watched = ['apps/server/src', 'packages', 'plugins'].flatMap((path) => [
    '--watch-path',
    inProject(path),
  ])
  const start = (args, env) =>
    spawn(node, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
  const children = [
    start(
      [
        ...watched,
        '--watch-preserve-output',
        inProject('apps', 'server', 'src', 'main.ts'),
        ...process.argv.slice(2),
      ],
      // It is started again when its files change, so nothing else needs to do that.
      { PUBLIC_URL: publicUrl, BINNACLE_SUPERVISED: '1' },
    ),
    start(
      [
        inProject('node_modules', 'vite', 'bin', 'vite.js'),
        inProject('apps', 'web'),
        '--port',
        String(WEB_PORT),
        '--strictPort',
      ],
      { BINNACLE_SERVER: server },
    ),
  ]
  say(`Open ${publicUrl}; both halves reload when you save.`)
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.on(signal, () => children.forEach((child) => child.kill(signal)))
  await Promise.race(children.map((child) => new Promise((resolve) => child.on('close', resolve))))
  children.forEach((child) => child.kill('SIGTERM'))
})
