// `npm run dev`: the gateway from its sources, started again when one of them changes, and the console by Vite, which
// replaces changed parts of the page. API calls of that page go to the gateway.
//
// PORT and MANAGEMENT_PORT choose the gateway's ports (8080, 9090), CONSOLE_PORT that of Vite (5173); 0 picks a free one.
// Further arguments go to the gateway's Node: `npm run dev -- --inspect`.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { SERVE_FLAGS } from '../bin/serve-flags.js'

const ROOT = join(import.meta.dirname, '..')
const WATCHED = ['src', 'sdk/src']
/** Node's own --watch would also follow packages, and does not see SQL. */
const IS_SOURCE = /(?<!\.test|\.fixture)\.(ts|sql)$/
/** Editors write a file in several steps, and `git checkout` many files. */
const CALM_MS = 200

const port = await portFrom('PORT', 8080)
const consolePort = await portFrom('CONSOLE_PORT', 5173)
let isStopping = false
let restart: NodeJS.Timeout | undefined

// Before the children, which may be seen to run: a change or a signal that comes then must not be missed.
const watchers = WATCHED.map((folder) =>
  watch(join(ROOT, folder), { recursive: true }, (_event, file) => {
    if (file === null || !IS_SOURCE.test(file)) return
    clearTimeout(restart)
    restart = setTimeout(restartGateway, CALM_MS, join(folder, file))
  }),
)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)

let gateway = startGateway()
const vite = start(
  ['node_modules/vite/bin/vite.js', 'console', '--host', '127.0.0.1', '--port', String(consolePort), '--strictPort'],
  { GATEWAY_URL: `http://127.0.0.1:${port}` },
)
console.log(`console with hot reload: http://127.0.0.1:${consolePort}/console/`)

vite.on('exit', (code) => {
  process.exitCode = code ?? 0
  if (!isStopping) stop()
})

function startGateway(): ChildProcess {
  const flags = [...SERVE_FLAGS, '--disable-warning=ExperimentalWarning', ...process.argv.slice(2)]
  const child = start([...flags, 'src/app/cli/main.ts', 'serve'], { PORT: String(port) })
  child.on('exit', (code) => {
    if (!isStopping && code !== 0 && code !== null) console.log('The gateway ended; the next change starts it again.')
  })
  return child
}

async function restartGateway(file: string): Promise<void> {
  console.log(`${file} has changed: starting the gateway again`)
  const last = gateway
  last.kill('SIGTERM')
  if (isRunning(last)) await once(last, 'exit')
  // Another change may have done so in the meantime.
  if (!isStopping && gateway === last) gateway = startGateway()
}

// In a terminal Ctrl-C reaches the children directly; a second signal would end the gateway before its requests are done.
function stop(signal?: NodeJS.Signals): void {
  isStopping = true
  clearTimeout(restart)
  for (const watcher of watchers) watcher.close()
  if (signal === 'SIGINT' && process.stdin.isTTY) return
  for (const child of [gateway, vite]) child.kill('SIGTERM')
}

function start(args: string[], env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, args, { cwd: ROOT, env: { ...process.env, ...env }, stdio: 'inherit' })
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null
}

async function portFrom(name: string, usual: number): Promise<number> {
  const asked = process.env[name]
  return asked === '0' ? freePort() : Number(asked ?? usual)
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('the operating system named no free port')
  return address.port
}
