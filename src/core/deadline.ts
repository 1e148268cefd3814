// Puts a deadline on a core. An answer that comes too late is no answer: the outcome is unknown, and the caller learns
// the truth by repeating the order under the same RRN.

import { timedOut } from '../kernel/problem.ts'
import type { CoreBanking } from './core.ts'

export function withDeadline(core: CoreBanking, timeoutMs: number): CoreBanking {
  const within = <T>(work: Promise<T>): Promise<T> => answerWithin(work, timeoutMs)
  return {
    probe: () => within(core.probe()),
    lookUpAccounts: (lookup) => within(core.lookUpAccounts(lookup)),
    inquireBalance: (inquiry) => within(core.inquireBalance(inquiry)),
    withdrawCash: (order) => within(core.withdrawCash(order)),
    withdrawCardless: (order) => within(core.withdrawCardless(order)),
    deposit: (order) => within(core.deposit(order)),
    transfer: (order) => within(core.transfer(order)),
    payBill: (order) => within(core.payBill(order)),
    reverseCashWithdrawal: (order) => within(core.reverseCashWithdrawal(order)),
    reverseDeposit: (order) => within(core.reverseDeposit(order)),
    reverseTransfer: (order) => within(core.reverseTransfer(order)),
  }
}

function answerWithin<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(timedOut('the core did not answer in time')), timeoutMs)
    work.then(
      (answer) => {
        clearTimeout(timer)
        resolve(answer)
      },
      (error: unknown) => {
        clearTimeout(timer)
        reject(error)
      },
    )
  })
}
