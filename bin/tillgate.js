#!/usr/bin/env node
// The `tillgate` command. It must start on any Node, because the installed one may be older than we need; then it hands
// over to the Node that npm installed with us. Hence plain JavaScript, with one static import of ours.
import { spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'
import { SERVE_FLAGS } from './serve-flags.js'

const OLDEST_NODE = 24
/** Set in the environment of the process that the launcher starts. */
const LAUNCHED = 'TILLGATE_LAUNCHED'

if (Number.parseInt(process.versions.node, 10) >= OLDEST_NODE) {
  silenceExperimentalWarnings()
  stopWithLauncher()
  if (process.argv[2] === 'serve') {
    rememberHangUp()
    ensureServeFlags()
  }
  // Compiling takes a third of a start; later starts read the cache. If the folder is not writable, every start compiles.
  // The variable is for threads and child processes.
  process.env.NODE_COMPILE_CACHE ||= fileURLToPath(new URL('../node_modules/.cache/tillgate', import.meta.url))
  nodeModule.enableCompileCache(process.env.NODE_COMPILE_CACHE)
  const { programUrl } = await import('./bundle.js')
  await import(programUrl().href)
} else {
  handOver(ownNode())
}

function ownNode() {
  try {
    const found = realpathSync(nodeModule.createRequire(import.meta.url).resolve('node/bin/node'))
    if (found !== realpathSync(process.execPath)) return found
  } catch {
    // Not installed: reported below.
  }
  console.error(
    `tillgate needs Node ${OLDEST_NODE} or later (this is ${process.version}): run \`npm ci\` to install it.`,
  )
  process.exit(1)
}

/** @param {string} node */
function handOver(node) {
  // Passes the flags now: the IPC channel to the parent would not survive an exec into another Node.
  const flags = process.argv[2] === 'serve' ? SERVE_FLAGS : []
  const child = spawn(node, [...flags, fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, [LAUNCHED]: '1' },
  })
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP'])) {
    process.on(signal, () => {
      // Ctrl-C in a terminal reaches the child directly; forwarding it could be taken for a second one, "exit now".
      if (signal === 'SIGINT' && process.stdin.isTTY) return
      child.kill(signal)
    })
  }
  child.on('error', (error) => {
    console.error(`tillgate could not start ${node}: ${error.message}`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => {
    process.exit(signal ? 128 + constants.signals[signal] : (code ?? 1))
  })
}

// A killed launcher cannot forward the signal, but its IPC channel closes. Watch the channel only if a launcher started
// us: anyone else's is not ours to watch.
function stopWithLauncher() {
  if (process.env[LAUNCHED] === undefined) return
  delete process.env[LAUNCHED]
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  // It must not keep a finished command running.
  process.channel?.unref()
}

// SIGHUP restarts a gateway, but ends a process that does not listen for it yet. Until the gateway does, one is kept for it.
// When the terminal is gone the process ends.
function rememberHangUp() {
  let isHungUp = false
  const keep = () => {
    if (process.stdin.isTTY || process.stdout.isTTY) process.exit(128 + constants.signals.SIGHUP)
    isHungUp = true
  }
  process.on('SIGHUP', keep)
  const handOverTo = (/** @type {string | symbol} */ event, /** @type {(signal: string) => void} */ listener) => {
    if (event !== 'SIGHUP') return
    process.off('newListener', handOverTo)
    // Not before the other listens: without a listener the signal ends the process.
    setImmediate(() => {
      process.off('SIGHUP', keep)
      if (isHungUp) listener('SIGHUP')
    })
  }
  process.on('newListener', handOverTo)
}

// The gateway always runs with the same flags: if they are missing, the process execs a Node that has them. It stays
// the same process, so signals, output and supervisors are unaffected. Flags from the caller come last and win.
function ensureServeFlags() {
  const { execArgv, execPath, platform } = process
  // Windows cannot replace a process.
  if (platform === 'win32' || SERVE_FLAGS.every((flag) => execArgv.includes(flag))) return
  const command = [execPath, ...SERVE_FLAGS, ...execArgv, fileURLToPath(import.meta.url), ...process.argv.slice(2)]
  process.execve?.(execPath, command, process.env)
}

// node:sqlite, which holds the data folder's lock, prints an experimental warning on every start. Other warnings stay.
function silenceExperimentalWarnings() {
  const emitWarning = process.emitWarning
  process.emitWarning = /** @type {typeof process.emitWarning} */ (
    (/** @type {string | Error} */ warning, /** @type {any[]} */ ...rest) => {
      const type = typeof rest[0] === 'object' ? rest[0]?.type : rest[0]
      if (type === 'ExperimentalWarning') return
      if (warning instanceof Error && warning.name === 'ExperimentalWarning') return
      Reflect.apply(emitWarning, process, [warning, ...rest])
    }
  )
}
