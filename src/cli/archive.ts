// tillgate archive: moves closed months to files, lists and reads them, and checks that they are as they were written.

import { recordAudit } from '../audit/audit-log.ts'
import { ArchivedChain } from '../audit/check-archived.ts'
import { readConfig } from '../config.ts'
import { Archive, type ArchiveReport } from '../history/archive.ts'
import { folderOf, readManifestText } from '../history/archive-files.ts'
import type { GroupName } from '../history/history-group.ts'
import { dashedMonth, type Month, readMonth } from '../history/month.ts'
import { checkParts, listParts, readRows, type WantedRows } from '../history/read-archive.ts'
import { SecretBox } from '../kernel/secrets.ts'
import { loadMasterKeys } from '../master-key.ts'
import type { Database } from '../storage/database.ts'
import { historyGroups } from '../wire/history.ts'
import { openBusinessClock, prepareStore, type Store, withStore } from './open-store.ts'
import type { Shell } from './shell.ts'

export interface RunOptions {
  readonly until?: string
  readonly dryRun?: boolean
}

export async function runArchive({ until, dryRun = false }: RunOptions, shell: Shell): Promise<void> {
  const month = until === undefined ? undefined : monthFrom('--until', until)
  await withStore(async (store) => {
    const { database } = store
    const secretBox = await prepareStore(store)
    const business = await openBusinessClock(store)
    try {
      const { clock } = business
      const archive = archiveOf(store, secretBox, clock)
      const report = dryRun ? await archive.plan(month) : await archive.run(month)
      if (!dryRun && report.archived.length > 0) {
        const after = { parts: report.archived.length, rows: report.archived.reduce((sum, { rows }) => sum + rows, 0) }
        await database.transaction((sql) =>
          recordAudit(sql, clock.now(), {}, { action: 'archive.run', resource: 'archive', after }),
        )
      }
      printReport(report, dryRun, shell)
    } finally {
      business.close()
    }
  }, shell.env)
}

function archiveOf(
  { config, database }: Store,
  secretBox: SecretBox,
  clock: Parameters<typeof historyGroups>[0],
): Archive {
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
  const inDatabase = await withStore(
    async ({ database }) => [...(await missingParts(database, folder)), ...(await checkAnchor(database, chain))],
    shell.env,
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
  return { folder: config.archive.dir, secretBox: new SecretBox(loadMasterKeys(config)) }
}

function monthFrom(what: string, text: string): Month {
  const month = readMonth(text)
  if (month === undefined) throw new Error(`${what} takes a month YYYY-MM`)
  return month
}
