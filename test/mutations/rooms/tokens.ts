import type { Defects } from '../defect.ts'

export const TOKENS: Defects = {
  'name-of-closed-account': {
    breaks: 'the holder of a closed account is not told',
    file: 'src/tokens/accounts/validate-account.ts',
    find: "holderName !== undefined && accountStatus !== 'CLOSED'",
    replace: 'holderName !== undefined',
  },
  'committing-not-pending': {
    breaks: 'a transfer that is being committed is pending for its payee',
    file: 'src/tokens/accounts/balances.ts',
    find: "WHERE payee_account_id = $2::uuid AND is_open AND state IN ('RESERVED', 'COMMITTING')",
    replace: "WHERE payee_account_id = $2::uuid AND is_open AND state = 'RESERVED'",
  },
  'returned-more-than-once': {
    breaks: 'a transfer is not returned for more than its tokens',
    file: 'src/tokens/movements/checks/rules.ts',
    find: 'first.returnedMinor + amountMinor <= first.amountMinor',
    replace: 'amountMinor <= first.amountMinor',
    noticedBy: 'src/tokens/movements/transfers/returns.test.ts',
  },
  'raised-too-little': {
    breaks: 'the fees of a replacement are at least a tenth above those before',
    file: 'src/tokens/ledgers/evm/chain/fees.ts',
    find: 'wei + wei / 8n + 1n',
    replace: 'wei + wei / 10n',
  },
  'batch-over-two-ledgers': {
    breaks: 'both legs of a transfer are one batch only on one ledger',
    file: 'src/tokens/movements/saga/transfer-saga.ts',
    find: 'own.name === payee.name && own.capabilities.atomicBatches',
    replace: 'own.capabilities.atomicBatches',
  },
  'silent-for-good': {
    breaks: 'a core or ledger that was silent in one run is asked again in the next',
    file: 'src/tokens/movements/coordination/coordinator.ts',
    find: 'this.#unanswered = new Map()\n',
    replace: '\n',
  },
  'drift-of-moving-account': {
    breaks: 'a balance that has changed while the ledger was asked is no drift',
    file: 'src/tokens/ledgers/reconcile.ts',
    find: 'now.is_open || now.row_version !== holding.row_version) continue',
    replace: 'now.is_open) continue',
  },
  'silent-while-down': {
    breaks: 'only time in which a ledger is up counts as silence',
    file: 'src/tokens/exceptions/silent-operations.ts',
    find: 'Math.max(row.updated_at.getTime(), downAtMs.get(ledger) ?? 0)',
    replace: 'row.updated_at.getTime()',
  },
  'asset-of-other-exponent': {
    breaks: 'an asset that was registered with other decimals is refused',
    file: 'src/tokens/ledgers/evm/placing/settle-transactions.ts',
    find: 'symbolRead.answer(symbol) === currency && decimalsRead.answer(decimals) === exponent',
    replace: 'symbolRead.answer(symbol) === currency',
  },
}
