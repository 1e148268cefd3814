// Puts a deadline on a core. An answer that comes too late is no answer: the outcome is unknown, and the caller learns
// the truth by repeating the order under the same RRN.

import { Deadline } from '../kernel/deadline.ts'
import { timedOut } from '../kernel/problem.ts'
import type { CoreBanking } from './core.ts'

export function withDeadline(core: CoreBanking, timeoutMs: number): CoreBanking {
  const deadline = new Deadline(timeoutMs, tooLate)
  const inTime = <T>(work: Promise<T>): Promise<T> => deadline.race(work)
  return {
    probe: () => inTime(core.probe()),
    lookUpAccounts: (lookup) => inTime(core.lookUpAccounts(lookup)),
    inquireBalance: (inquiry) => inTime(core.inquireBalance(inquiry)),
    withdrawCash: (order) => inTime(core.withdrawCash(order)),
    withdrawCardless: (order) => inTime(core.withdrawCardless(order)),
    deposit: (order) => inTime(core.deposit(order)),
    transfer: (order) => inTime(core.transfer(order)),
    payBill: (order) => inTime(core.payBill(order)),
    reverseCashWithdrawal: (order) => inTime(core.reverseCashWithdrawal(order)),
    reverseDeposit: (order) => inTime(core.reverseDeposit(order)),
    reverseTransfer: (order) => inTime(core.reverseTransfer(order)),
  }
}

function tooLate(): Error {
  return timedOut('the core did not answer in time')
}
