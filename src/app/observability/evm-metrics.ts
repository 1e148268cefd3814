// The metrics of the EVM ledger: what is under way to the chain, what it costs, and what the key still owns.

import { Counter, Gauge, type Registry } from 'prom-client'
import { sharedRun } from '../../platform/kernel/work/shared-run.ts'

export interface EvmStats {
  readonly waiting: number
  readonly placed: number
  readonly open: number
  readonly oldestSeconds: number
  readonly resends: number
  readonly replacements: number
  readonly reorganisations: number
  readonly reverted: number
  readonly taken: number
  readonly gasUsed: number
  readonly feesEther: number
  /** Undefined until the chain was looked at. */
  readonly keyBalanceEther: number | undefined
  readonly neededBalanceEther: number
  readonly latestBlock: number | undefined
  readonly finalBlock: number | undefined
}

/** A read that fails leaves the last figures. */
export function watchEvm(registry: Registry, read: () => Promise<EvmStats>): void {
  // The metrics of one scrape share a read.
  const readOnce = sharedRun(() => read().catch(() => undefined))

  /** The same in every worker. */
  function gauge(name: string, help: string, figureOf: (stats: EvmStats) => number | undefined): void {
    new Gauge({
      name,
      help,
      aggregator: 'max',
      registers: [registry],
      async collect() {
        const stats = await readOnce()
        const value = stats === undefined ? undefined : figureOf(stats)
        if (value !== undefined) this.set(value)
      },
    })
  }

  /** Counted by each worker. */
  function counter(name: string, help: string, countOf: (stats: EvmStats) => number): void {
    new Counter({
      name,
      help,
      registers: [registry],
      async collect() {
        const stats = await readOnce()
        if (stats === undefined) return
        this.reset()
        this.inc(countOf(stats))
      },
    })
  }

  gauge('evm_work_waiting', 'Operations, assets and accounts that wait for a transaction.', (s) => s.waiting)
  gauge('evm_work_placed', 'Operations, assets and accounts in a transaction that is not final.', (s) => s.placed)
  gauge('evm_transactions_open', 'Transactions of the EVM ledger that are not final.', (s) => s.open)
  gauge('evm_oldest_seconds', 'Age of the oldest work of the EVM ledger that is not final.', (s) => s.oldestSeconds)
  gauge('evm_latest_block', 'Newest block of the chain.', (s) => s.latestBlock)
  gauge('evm_final_block', 'Newest final block of the chain.', (s) => s.finalBlock)
  gauge('evm_gas_used', 'Gas of all transactions that are final.', (s) => s.gasUsed)
  gauge('evm_fees_ether', 'Fees of all transactions that are final, in ether.', (s) => s.feesEther)
  gauge('evm_key_balance_ether', "What the operator's key owns, in ether.", (s) => s.keyBalanceEther)
  gauge(
    'evm_key_needed_ether',
    "What the operator's key must own to pay for full transactions at the cap of fees, in ether.",
    (s) => s.neededBalanceEther,
  )
  counter('evm_resends_total', 'Transactions that were sent again.', (s) => s.resends)
  counter('evm_replacements_total', 'Transactions that were replaced with higher fees.', (s) => s.replacements)
  counter('evm_reorganisations_total', 'Times that blocks with open work were orphaned.', (s) => s.reorganisations)
  counter('evm_reverted_total', 'Transactions that were reverted; their work waits again.', (s) => s.reverted)
  counter('evm_taken_total', 'Operations whose id somebody else had used with other content.', (s) => s.taken)
}
