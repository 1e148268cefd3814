// Migrations are numbered plain-SQL files. Comment lines at the top of a file may carry directives:
//
//   -- tillgate: no-transaction     its statements run one by one outside a transaction, for CREATE INDEX CONCURRENTLY.
//                                   Each must be repeatable: after a crash the file runs again from its first statement.
//   -- tillgate: oldest-node 0012   it contracts the schema: nodes that do not know migration 0012 must stop serving.

import { readdirSync, readFileSync } from 'node:fs'
import { migrationChecksum } from './migration-checksum.ts'

const DIRECTORY = new URL('../migrations/', import.meta.url)

export interface Migration {
  readonly number: number
  readonly name: string
  readonly text: string
  readonly checksum: string
  readonly inTransaction: boolean
  /** Nodes must know this migration to keep serving once the file is applied; 0 when the file only adds. */
  readonly oldestNode: number
}

/** The number of the newest migration that this version knows. */
export function newestMigration(): number {
  return migrationFiles(DIRECTORY).length
}

export function readMigrations(directory: URL = DIRECTORY): Migration[] {
  return migrationFiles(directory).map((file, index) => {
    const migration = parseMigration(file, readFileSync(new URL(file, directory), 'utf8'))
    if (migration.number !== index + 1) throw new Error(`migration ${file} should have number ${index + 1}`)
    return migration
  })
}

export function parseMigration(file: string, text: string): Migration {
  const number = Number(file.slice(0, 4))
  const directives = directivesOf(text)
  let inTransaction = true
  let oldestNode = 0
  for (const directive of directives) {
    const oldest = /^oldest-node (\d+)$/.exec(directive)
    if (directive === 'no-transaction') inTransaction = false
    else if (oldest !== null) oldestNode = Number(oldest[1])
    else throw new Error(`migration ${file} has an unknown directive: ${directive}`)
  }
  if (oldestNode > number) throw new Error(`migration ${file} asks nodes to know ${oldestNode}, a later migration`)
  const name = file.replace(/\.sql$/, '')
  return { number, name, text, checksum: migrationChecksum(text, directives), inTransaction, oldestNode }
}

function directivesOf(text: string): string[] {
  const [header = ''] = /^(?:[ \t]*(?:--.*)?\r?\n)*/.exec(`${text}\n`) ?? []
  return Array.from(header.matchAll(/^-- *tillgate: *(.*?) *\r?$/gm), ([, directive = '']) => directive)
}

function migrationFiles(directory: URL): string[] {
  return readdirSync(directory)
    .filter((file) => file.endsWith('.sql'))
    .sort()
}
