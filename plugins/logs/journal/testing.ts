import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { makeFolder } from '@binnacle/plugin-kit/servers'

const JOURNALD = '/usr/lib/systemd/systemd-journald'

/** A folder with a journal that the real systemd-journald wrote, or why this machine cannot make one. */
export interface TestJournal {
  folder: string
  missing?: string
  remove: () => Promise<void>
}

/**
 * Lets systemd-journald write two entries of the program `shop`, in its own mount namespace, so that the journal of the
 * machine stays as it is.
 */
const script = `
mount -t tmpfs tmpfs /run || exit 2
mkdir -p /run/systemd/journal /run/log/journal
${JOURNALD} & daemon=$!
tries=0
until [ -S /run/systemd/journal/stdout ] || [ $tries -gt 400 ]; do tries=$((tries + 1)); sleep 0.05; done
printf 'card refused\\n' | systemd-cat -t shop -p err
printf 'card accepted\\n' | systemd-cat -t shop -p info
until journalctl -D /run/log/journal -t shop -q -o cat | grep -q accepted || [ $tries -gt 800 ]; do
  tries=$((tries + 1)); sleep 0.05
done
kill $daemon; wait $daemon
cp /run/log/journal/*/*.journal "$1"/
`

/** Makes a journal. */
export async function makeJournal(): Promise<TestJournal> {
  const { path, remove } = await makeFolder()
  const without = (missing: string): TestJournal => ({ folder: path, missing, remove })
  if (spawnSync('journalctl', ['--version']).error !== undefined)
    return without('the program journalctl is not on this machine')
  if (!existsSync(JOURNALD)) return without('systemd-journald is not on this machine')
  const made = spawnSync('unshare', ['--mount', 'sh', '-c', script, 'sh', path], {
    encoding: 'utf8',
    timeout: 60_000,
  })
  return made.status === 0
    ? { folder: path, remove }
    : without('a journal needs a mount namespace, which this user may not make')
}
