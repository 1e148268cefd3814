// tillgate verify: checks the books and every record of the audit log, and lists what is wrong.

import { type ChainReport, verifyChain } from '../../../administration/audit/verify-chain.ts'
import type { Finding } from '../../../ledger/verify/verify.ts'
import { provesCut } from '../../../platform/history/archive.ts'
import type { SecretBox } from '../../../platform/kernel/secrets/secrets.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { CHECKS, verifyBooks } from '../../wire/verification.ts'
import { type OpenedStore, withUnchangedStore } from '../open-store.ts'
import { startProgress } from '../prompts/progress.ts'
import type { Shell } from '../shell.ts'

interface Proven {
  readonly checks: number
  readonly accounts: number
  readonly journals: number
  readonly entries: number
}

export async function verify(options: { readonly json?: boolean }, shell: Shell): Promise<void> {
  const work = async ({ database, secretBox }: OpenedStore) => {
    const findings = await checkBooks(database)
    const proven = await countBooks(database)
    const auditLog = await checkAuditLog(database, secretBox)
    if (options.json) shell.print(JSON.stringify({ findings, proven, auditLog }, null, 2))
    else shell.print([report(findings, proven), auditReport(auditLog)].join('\n'))
    if (findings.length > 0 || !auditLog.valid) process.exitCode = 1
  }
  await withUnchangedStore(work, shell.env, { isReadOnly: true })
}

async function checkBooks(database: Database): Promise<Finding[]> {
  const progress = startProgress({ label: 'books', total: CHECKS.length })
  try {
    return await database.transaction(
      (sql) => verifyBooks(sql, (check) => progress.update(CHECKS.indexOf(check), check.name)),
      { takesLong: true },
    )
  } finally {
    progress.stop()
  }
}

async function checkAuditLog(database: Database, secretBox: SecretBox): Promise<ChainReport> {
  const { rows } = await database.query<{ position: bigint }>('SELECT position FROM audit_head')
  const progress = startProgress({ label: 'audit log', total: Number(rows[0]?.position ?? 0n) })
  try {
    return await verifyChain(database, {
      proves: (signature, text) => provesCut(secretBox, signature, text),
      progress: ({ position }) => progress.update(Number(position), `${position} records`),
    })
  } finally {
    progress.stop()
  }
}

function report(findings: readonly Finding[], proven: Proven): string {
  const over = `${proven.checks} checks over ${proven.accounts} accounts, ${proven.journals} journals and ${proven.entries} entries`
  if (findings.length === 0) return `the books are right: ${over}`
  const lines = findings.map(
    ({ check, institutionId, subject, detail }) => `${check}: ${institutionId} ${subject}: ${detail}`,
  )
  return [...lines, `${findings.length} findings in ${over}`].join('\n')
}

function auditReport({ checked, firstBreak, head }: ChainReport): string {
  if (firstBreak === undefined) return `the audit log is unbroken: ${checked} records, the last with hash ${head.hash}`
  const { position, reason } = firstBreak
  return `audit log: record ${position}: ${reason}; the ${checked} records before are unbroken`
}

async function countBooks(database: Database): Promise<Proven> {
  const { rows } = await database.transaction(
    (sql) =>
      sql.query<{ accounts: bigint; journals: bigint; entries: bigint }>(
        `SELECT (SELECT count(*) FROM accounts) AS accounts,
                (SELECT count(*) FROM journals) AS journals,
                (SELECT count(*) FROM entries) AS entries`,
      ),
    { takesLong: true },
  )
  const [row] = rows
  return {
    checks: CHECKS.length,
    accounts: Number(row?.accounts),
    journals: Number(row?.journals),
    entries: Number(row?.entries),
  }
}
