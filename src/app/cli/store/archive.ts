// tillgate archive: moves closed months to files, lists and reads them, and checks that they are as they were written.

import { recordAudit } from '../../../administration/audit/audit-log.ts'
import { ArchivedChain } from '../../../administration/audit/check-archived.ts'
import { Archive, type ArchiveReport } from '../../../platform/history/archive.ts'
import { folderOf, readManifestText } from '../../../platform/history/archive-files.ts'
import type { GroupName } from '../../../platform/history/history-group.ts'
import { dashedMonth, type Month, readMonth } from '../../../platform/history/month.ts'
import { checkParts, listParts, readRows, type WantedRows } from '../../../platform/history/read-archive.ts'
import { SecretBox } from '../../../platform/kernel/secrets/secrets.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { readConfig } from '../../config/config.ts'
import { loadMasterKeys } from '../../config/master-key.ts'
import { historyGroups } from '../../wire/rooms/history.ts'
import {
  type OpenedStore,
  openBusinessClock,
  prepareStore,
  type Store,
  withStore,
  withUnchangedStore,
} from '../open-store.ts'
import type { Shell } from '../shell.ts'

export interface RunOptions {
  readonly until?: string
  readonly dryRun?: boolean
}

export async function runArchive({ until, dryRun = false }: RunOptions, shell: Shell): Promise<void> {
  const month = until === undefined ? undefined : monthFrom('--until', until)
  const work = async (store: OpenedStore) => {
    const { clock, close } = await openBusinessClock(store)
    try {
      const archive = archiveOf(store, clock)
      const report = dryRun ? await archive.plan(month) : await archive.run(month)
      if (!dryRun) await auditRun(store, clock, report)
      printReport(report, dryRun, shell)
    } finally {
      close()
    }
  }
  if (dryRun) return withUnchangedStore(work, shell.env, { isReadOnly: true })
  await withStore(async (store) => work({ ...store, secretBox: await prepareStore(store) }), shell.env)
}

async function auditRun({ database }: Store, clock: Clock, { archived }: ArchiveReport): Promise<void> {
  if (archived.length === 0) return
  const after = { parts: archived.length, rows: archived.reduce((sum, { rows }) => sum + rows, 0) }
  await database.transaction((sql) =>
    recordAudit(sql, clock.now(), {}, { action: 'archive.run', resource: 'archive', after }),
  )
}

function archiveOf({ config, database, secretBox }: OpenedStore, clock: Clock): Archive {
  const months = config.archive.retention as Readonly<Record<GroupName, number>>
  return new Archive({ database, secretBox, clock, folder: config.archive.dir, groups: historyGroups(clock), months })
}

function printReport({ archived, waiting }: ArchiveReport, isDry: boolean, shell: Shell): void {
  for (const { institutionId, group, month, rows, kept } of archived) {
    const changed = kept === 0 ? '' : `; ${kept} changed meanwhile and stay`
    shell.print(`${dashedMonth(month)} ${institutionId} ${group}: ${rows} rows${changed}`)
  }
  for (const { institutionId, group, month, obstacles } of waiting) {
    shell.print(`${dashedMonth(month)} ${institutionId} ${group} waits: ${obstacles.join('; ')}`)
  }
  if (archived.length + waiting.length === 0) shell.print('nothing is due')
  else if (isDry) shell.print('nothing was written')
}

export async function listArchive({ json = false }: { readonly json?: boolean }, shell: Shell): Promise<void> {
  const { folder, secretBox } = openArchive(shell)
  const manifests = (await listParts(folder, secretBox)).map(({ manifest }) => manifest)
  if (json) return shell.print(JSON.stringify(manifests, null, 2))
  for (const { month, institutionId, group, tables } of manifests) {
    for (const { table, rows, bytes, sums } of tables) {
      const totals = Object.entries(sums ?? {}).map(([currency, minor]) => `, ${minor} minor units of ${currency}`)
      shell.print(
        `${dashedMonth(month)} ${institutionId} ${group} ${table}: ${rows} rows, ${bytes} bytes${totals.join('')}`,
      )
    }
  }
}

export async function readArchive(from: string, options: Omit<WantedRows, 'from'>, shell: Shell): Promise<void> {
  const { folder, secretBox } = openArchive(shell)
  if (!from.endsWith('.zst')) monthFrom('the month', from)
  for await (const line of readRows(folder, secretBox, { ...options, from })) shell.print(line)
}

export async function checkArchive(shell: Shell): Promise<void> {
  const { folder, secretBox } = openArchive(shell)
  const chain = new ArchivedChain()
  const wrong = await checkParts(folder, secretBox, { audit_log: (_manifest, lines) => chain.check(lines) })
  const inDatabase = await withUnchangedStore(
    async ({ database }) => [...(await missingParts(database, folder)), ...(await checkAnchor(database, chain))],
    shell.env,
    { isReadOnly: true },
  )
  wrong.push(...inDatabase)
  for (const line of wrong) shell.print(line)
  if (wrong.length > 0) throw new Error(`${wrong.length} findings in ${folder}`)
  shell.print(`${folder} is as it was written`)
}

/** Everything that the database says is archived is there, as it was signed. */
async function missingParts(database: Database, folder: string): Promise<string[]> {
  const { rows } = await database.query<{ institution_id: string; group_name: string; month: Month; manifest: string }>(
    `SELECT institution_id, group_name, month, manifest FROM archive_parts
      WHERE manifest IS NOT NULL ORDER BY month, institution_id, group_name`,
  )
  const missing: string[] = []
  for (const row of rows) {
    const path = folderOf({ institutionId: row.institution_id, month: row.month }, row.group_name)
    if ((await readManifestText(folder, path)) !== row.manifest) missing.push(`${path}: is missing, or another part`)
  }
  return missing
}

/** The chain in the database goes on from the last archived record. */
async function checkAnchor(database: Database, { last }: ArchivedChain): Promise<string[]> {
  const { rows } = await database.query<{ position: bigint; hash: string }>(
    'SELECT position, hash FROM audit_anchors ORDER BY position DESC LIMIT 1',
  )
  const [anchor] = rows
  if ((anchor?.position ?? 0n) === last.position && (anchor?.hash ?? last.hash) === last.hash) return []
  return [`the archived audit log ends with record ${last.position}, the anchor is record ${anchor?.position ?? 0n}`]
}

function openArchive(shell: Shell): { readonly folder: string; readonly secretBox: SecretBox } {
  const config = readConfig(shell.env)
  return { folder: config.archive.dir, secretBox: new SecretBox(loadMasterKeys(config, { mayStore: false })) }
}

function monthFrom(what: string, text: string): Month {
  const month = readMonth(text)
  if (month === undefined) throw new Error(`${what} takes a month YYYY-MM`)
  return month
}
