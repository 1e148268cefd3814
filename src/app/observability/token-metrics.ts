// The metrics of tokenized deposits: what is issued, what backs it, and what is under way. They have no label for the
// institution, because partners onboard as many as they like.

import { Gauge, type Registry } from 'prom-client'
import { sharedRun } from '../../platform/kernel/work/shared-run.ts'

export interface TokenStats {
  /** In major units. */
  readonly currencies: readonly { readonly currency: string; readonly supply: number; readonly backing: number }[]
  readonly open: readonly { readonly kind: string; readonly state: string; readonly count: number }[]
  readonly openTransfers: number
  readonly exceptions: readonly { readonly kind: string; readonly count: number }[]
}

/** A read that fails leaves the last figures. */
export function watchTokens(registry: Registry, read: () => Promise<TokenStats>): void {
  // The gauges of one scrape share a read.
  const readOnce = sharedRun(() => read().catch(() => undefined))

  function gauge<Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
    show: (gauge: Gauge<Label>, stats: TokenStats) => void,
  ): void {
    new Gauge({
      name,
      help,
      labelNames,
      // Every worker reads the same rows.
      aggregator: 'max',
      registers: [registry],
      async collect() {
        const stats = await readOnce()
        if (stats === undefined) return
        this.reset()
        show(this, stats)
      },
    })
  }

  gauge('token_supply', 'Tokens in circulation, in units of the currency.', ['currency'], (shown, { currencies }) => {
    for (const { currency, supply } of currencies) shown.set({ currency }, supply)
  })
  gauge(
    'token_backing',
    'Money that backs tokens, in units of the currency. It differs from the supply only by what is under way.',
    ['currency'],
    (shown, { currencies }) => {
      for (const { currency, backing } of currencies) shown.set({ currency }, backing)
    },
  )
  gauge(
    'token_movements_open',
    'Deposits, redemptions and transfers of tokens that are not over.',
    ['kind', 'state'],
    (shown, { open }) => {
      for (const { kind, state, count } of open) shown.set({ kind, state }, count)
    },
  )
  gauge('token_transfers_open', 'Transfers of tokens that are not over.', [], (shown, { openTransfers }) =>
    shown.set(openTransfers),
  )
  gauge(
    'token_exceptions',
    'Open exceptions of tokens, which a person must look at: unclaimed money, refused legs, drift.',
    ['kind'],
    (shown, { exceptions }) => {
      for (const { kind, count } of exceptions) shown.set({ kind }, count)
    },
  )
}
