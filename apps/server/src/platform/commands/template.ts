import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { readFile, realpath } from 'node:fs/promises'
import { fail, type Result, succeed } from '@binnacle/contract/core'
import { preparationPath } from './shell.ts'

/** File with the mounts of every run for `mount --all --fstab`: one program start instead of five. */
export const RUN_MOUNTS = '/tmp/run.mounts'
/** Folders that a run replaces by its own. */
export const REPLACED_FOLDERS = ['/tmp', '/var/tmp', '/dev', '/proc'] as const

/** Most files and folders of a run. Each takes about 1 KiB of the memory of the run. */
const MOST_FILES = 65_536

/**
 * Builds the mounts that all runs share. $1: most bytes of the files of a run; other arguments: paths to hide. Prints `ready`
 * or the error, and waits until its input ends.
 * - /dev has only harmless devices: no /dev/kvm, /dev/fuse, /dev/log.
 * - A hidden mount point is covered by an empty folder of the same file system, so that `df` shows its real size. Other
 *   hidden folders are covered by an empty tmpfs.
 * - Every mount becomes read-only. Its other options stay, because a user namespace may not remove them.
 * - A second /proc, such as that of a chroot, would show the processes of the machine.
 */
const BUILD = `
failed() { echo "failed: $1"; exit 1; }
size=$1; shift
umask 022; set -f
mount -t tmpfs -o nosuid,nodev,mode=0755,size=4m binnacle /tmp 2>/dev/null || failed 'tmpfs cannot be mounted'
mkdir /tmp/dev /tmp/none && chmod 0555 /tmp/none
mount -t tmpfs -o nosuid,noexec,mode=0755,size=64k binnacle /tmp/dev 2>/dev/null || failed 'tmpfs cannot be mounted'
mkdir /tmp/dev/pts /tmp/dev/shm
for name in null zero full random urandom tty; do
  : >/tmp/dev/$name && mount --bind /dev/$name /tmp/dev/$name 2>/dev/null
done
[ -c /tmp/dev/null ] || failed '/dev/null cannot be mounted'
ln -s /proc/self/fd /tmp/dev/fd
ln -s /proc/self/fd/0 /tmp/dev/stdin
ln -s /proc/self/fd/1 /tmp/dev/stdout
ln -s /proc/self/fd/2 /tmp/dev/stderr
ln -s pts/ptmx /tmp/dev/ptmx
mount --rbind /tmp/dev /dev 2>/dev/null || failed '/dev cannot be replaced'
for path in "$@"; do
  if [ -d "$path" ]; then
    if mountpoint -q "$path" && mkdir -p "$path/.empty" && [ ! -L "$path/.empty" ]; then
      mount --bind "$path/.empty" "$path"
    else
      mount -t tmpfs -o nosuid,nodev,mode=0555,size=4k,ro binnacle "$path"
    fi
  elif [ -e "$path" ]; then
    mount --bind /dev/null "$path"
  fi 2>/dev/null || failed "$path cannot be hidden"
done
while read -r line; do
  set -- $line
  case $line in
    *' - proc '*) [ "$5" = /proc ] || printf 'binnacle %s tmpfs ro,size=4k,mode=0555 0 0\\n' "$5" ;;
  esac
done </proc/self/mountinfo >/tmp/covers
mount --all --fstab /tmp/covers 2>/dev/null
while read -r _ _ _ _ target options _; do
  options=\${options#r?}
  case $options in *,idmapped*) options=\${options%%,idmapped*}\${options#*,idmapped} ;; esac
  options=remount,bind,ro$options,nosuid
  # \`mount --all\` leaves the root out.
  if [ "$target" = / ]; then mount -o "$options" / 2>/dev/null
  else printf 'none %s none %s 0 0\\n' "$target" "$options"; fi
done </proc/self/mountinfo >/tmp/remounts
{
  echo 'run /proc proc nosuid,nodev,noexec,hidepid=2 0 0'
  echo "run /tmp tmpfs nosuid,nodev,mode=1777,size=$size,nr_inodes=${MOST_FILES} 0 0"
  [ ! -d /var/tmp ] || [ -L /var/tmp ] || echo '/tmp /var/tmp none bind 0 0'
  echo '/tmp /dev/shm none bind 0 0'
  echo 'run /dev/pts devpts nosuid,noexec,newinstance,ptmxmode=0666,mode=0600 0 0'
} >${RUN_MOUNTS}
mount --all --fstab /tmp/remounts 2>/dev/null
# A mount below another one cannot be reached, and cannot be changed either.
left=$(while read -r _ _ _ _ target options _; do
  case $options in rw*) echo "$target" ;; esac
done </proc/self/mountinfo)
for target in $left; do
  target=$(printf '%b' "$target")
  [ ! -w "$target" ] || failed "$target cannot be made read-only"
done
echo ready
read -r _
`

/** The mounts of all runs. They exist as long as a process has their descriptors open. */
interface Template {
  /** Descriptors of the mount namespace, and of the user namespace if there is one. */
  descriptors: readonly number[]
  /** Closes the descriptors. Running commands keep their namespaces. */
  close(): void
}

export interface TemplateOptions {
  /** Whether a user namespace gives the right to mount. Otherwise the product is root. */
  userNamespace: boolean
  /** Most bytes of all files of a run. */
  diskBytes: number
  /** Files and folders that runs must not see. */
  hidden: readonly string[]
}

const BUILD_MILLISECONDS = 20_000

/**
 * Builds the read-only mounts once, so that a run only adds its own /proc and /tmp. Mounts of the machine propagate into
 * them, so that they never block unmounting a file system.
 */
async function buildTemplate(options: TemplateOptions): Promise<Result<Template, string>> {
  const { userNamespace, diskBytes } = options
  const hidden = await Promise.all(options.hidden.map((path) => realpath(path).catch(() => '')))
  const child = spawn(
    'setpriv',
    [
      '--pdeathsig=KILL',
      '--',
      'unshare',
      ...(userNamespace ? ['--user', '--map-root-user'] : []),
      '--mount',
      '--propagation=slave',
      '--',
      // `test -w` of bash tells whether a mount is read-only, also for root. With a socket as input bash would act as a remote
      // shell.
      'bash',
      '--norc',
      '-c',
      BUILD,
      'bash',
      String(diskBytes),
      ...hidden.filter((path) => path !== ''),
    ],
    {
      cwd: '/',
      env: { PATH: preparationPath(), LC_ALL: 'C' },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
    },
  )
  let printed = ''
  const built = Promise.withResolvers<string>()
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString()
    if (printed.endsWith('\n')) built.resolve(printed.trim())
  })
  child.stderr.on('data', (chunk: Buffer) => {
    if (printed.length < 1_000) printed += chunk.toString()
  })
  child.on('error', (error) => built.resolve(error.message))
  child.on('close', () => built.resolve(printed.trim()))
  // Its input may close when it fails. Its output says why.
  child.stdin.on('error', () => {})
  const timer = setTimeout(() => child.kill('SIGKILL'), BUILD_MILLISECONDS)
  try {
    const answer = await built.promise
    if (answer !== 'ready' || child.pid === undefined)
      return fail(answer.replace(/^failed: /, '').replaceAll('\n', '; ') || 'unshare failed')
    const names = userNamespace ? ['mnt', 'user'] : ['mnt']
    const descriptors = names.map((name) => openSync(`/proc/${child.pid}/ns/${name}`, 'r'))
    return succeed({ descriptors, close: () => descriptors.forEach((descriptor) => closeSync(descriptor)) })
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error))
  } finally {
    clearTimeout(timer)
    if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
      child.stdin.end()
      await once(child, 'close')
    }
  }
}

/** A template in use. Its descriptors stay open until it is released. */
interface TemplateLease {
  descriptors: readonly number[]
  release: () => void
}

export interface TemplateKeeper {
  /** Returns the template. It is built at first use, and again when the mounts of the machine change. */
  lease(): Promise<Result<TemplateLease, string>>
  close(): Promise<void>
}

/** Caches one template that matches the mounts of the machine. */
export function keepTemplate(options: TemplateOptions): TemplateKeeper {
  interface CachedTemplate {
    mounts: string
    built: Promise<Result<Template, string>>
    leases: number
    retired: boolean
  }
  let current: CachedTemplate | undefined
  const closeUnused = async (cached: CachedTemplate) => {
    const template = await cached.built
    if (cached.retired && cached.leases === 0 && template.ok) template.value.close()
  }
  const retire = (cached: CachedTemplate) => {
    cached.retired = true
    return closeUnused(cached)
  }
  return {
    async lease() {
      const mounts = await readFile('/proc/self/mountinfo', 'utf8')
      if (current?.mounts !== mounts) {
        if (current !== undefined) void retire(current)
        current = { mounts, built: buildTemplate(options), leases: 0, retired: false }
      }
      const cached = current
      cached.leases += 1
      const giveBack = () => {
        cached.leases -= 1
        void closeUnused(cached)
      }
      const template = await cached.built
      if (template.ok) return succeed({ descriptors: template.value.descriptors, release: giveBack })
      giveBack()
      // The next run tries again.
      if (current === cached) current = undefined
      return template
    },
    async close() {
      const cached = current
      current = undefined
      if (cached !== undefined) await retire(cached)
    },
  }
}
