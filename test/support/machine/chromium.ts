// Finds a Chromium for the browser tests, and can install one on Debian as root.
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { aptGet } from './debian-packages.ts'

// The shell has no window to draw, which halves the time of a test.
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
/** Debian's packages, the better first: older releases have no shell. */
const PACKAGES = ['chromium-headless-shell', 'chromium']

/** The browser's path, if there is one. CHROMIUM_PATH, when set, is used unchecked. */
export function findChromium(): string | undefined {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable)
}

/** Returns why it failed, in one line, or undefined on success. */
export function installChromium(): string | undefined {
  let why = aptGet('update')
  if (why !== undefined) return why
  for (const name of PACKAGES) {
    why = aptGet('install', '-y', '--no-install-recommends', name)
    if (why === undefined) return undefined
  }
  return why
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
