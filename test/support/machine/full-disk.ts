// Simulates a full disk for a gateway in a child process: preloaded by NODE_OPTIONS into each of its threads, so that
// nothing has to be mounted. The environment variable FULL_DISK names a file whose content decides:
//
//   short   the file system reports no free space; what is written still fits
//   log     writing to the database's log fails as on a full disk; the free space looks fine

import fs from 'node:fs'
import fsPromises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

const { openSync, readFileSync, statfsSync, writeSync } = fs
const { statfs } = fsPromises
const logFiles = new Set<number>()

function state(): string {
  try {
    return readFileSync(process.env.FULL_DISK ?? '', 'utf8')
  } catch {
    return ''
  }
}

fs.openSync = ((path: string, ...rest: unknown[]) => {
  const file = Reflect.apply(openSync, fs, [path, ...rest]) as number
  if (/[\\/]pg_wal[\\/]/.test(path)) logFiles.add(file)
  else logFiles.delete(file)
  return file
}) as typeof openSync

fs.writeSync = ((file: number, ...rest: unknown[]) => {
  if (logFiles.has(file) && state() === 'log') {
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), {
      code: 'ENOSPC',
      errno: -28,
      syscall: 'write',
    })
  }
  return Reflect.apply(writeSync, fs, [file, ...rest])
}) as typeof writeSync

fs.statfsSync = ((...args: unknown[]) =>
  withoutSpace(Reflect.apply(statfsSync, fs, args) as fs.StatsFs)) as typeof statfsSync
fsPromises.statfs = (async (...args: unknown[]) =>
  withoutSpace((await Reflect.apply(statfs, fsPromises, args)) as fs.StatsFs)) as typeof statfs
syncBuiltinESMExports()

function withoutSpace(disk: fs.StatsFs): fs.StatsFs {
  if (state() === 'short') disk.bavail = 0
  return disk
}
