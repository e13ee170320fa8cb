import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findProgram, missingProgram, startInFolder, type TestServer } from '@binnacle/plugin-kit/servers'

/** Why these tests are skipped. Undefined if they run. */
export const missing = missingProgram('mariadbd', 'mariadb-server')

/** The user that `startMariadb` creates, with its password. */
export const user = { username: 'monitor', password: 'for tests only' }

/** Starts a MariaDB on loopback with one database, `shop`. @param settings additional command line options */
export function startMariadb(settings: readonly string[] = []): Promise<TestServer> {
  return startInFolder(async ({ folder, port }) => {
    const system = userInfo().username
    await promisify(execFile)(findProgram('mariadb-install-db') ?? 'mariadb-install-db', [
      '--no-defaults',
      `--user=${system}`,
      `--datadir=${folder}`,
      '--auth-root-authentication-method=normal',
      '--skip-test-db',
    ])
    const start = join(folder, 'start.sql')
    await writeFile(
      start,
      `create database shop;
create user ${user.username}@localhost identified by '${user.password}';
grant all on *.* to ${user.username}@localhost;
`,
    )
    return {
      file: 'mariadbd',
      arguments: [
        '--no-defaults',
        `--user=${system}`,
        `--datadir=${folder}`,
        `--socket=${join(folder, 'socket')}`,
        `--pid-file=${join(folder, 'pid')}`,
        `--port=${port}`,
        '--bind-address=127.0.0.1',
        `--init-file=${start}`,
        '--innodb-buffer-pool-size=16M',
        '--innodb-flush-log-at-trx-commit=0',
        ...settings,
      ],
    }
  })
}
