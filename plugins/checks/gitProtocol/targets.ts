import {
  makeFolder,
  makeRepository,
  missingGit,
  startGitOverHttp,
  startHttpServer,
} from '@binnacle/plugin-kit/servers'
import { type CheckTargets, noTargets } from '@binnacle/plugin-kit/suite'

/** A repository that anyone may write to; a missing one; a web server that hangs. */
export async function startTargets(): Promise<CheckTargets> {
  if (missingGit !== undefined) return noTargets(missingGit)
  const folder = await makeFolder()
  await makeRepository(folder.path, 'test', { 'readme.txt': 'for tests\n' })
  const [server, other] = await Promise.all([startGitOverHttp(folder.path), startHttpServer()])
  const at = (name: string) => `http://127.0.0.1:${server.port}/${name}.git`
  return {
    healthy: { name: 'well', url: at('test') },
    unhealthy: { name: 'failing', url: at('none') },
    hanging: { name: 'hanging', url: `http://127.0.0.1:${other.port}/hang` },
    secretive: { name: 'secretive', url: at('test'), username: 'u', password: { value: 'p' } },
    stop: async () => {
      await Promise.all([server.stop(), other.stop()])
      await folder.remove()
    },
  }
}
