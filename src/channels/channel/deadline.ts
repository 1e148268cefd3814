// Puts a deadline on a channel. After the deadline the outcome is unknown, and the caller learns it by repeating the order
// under the same RRN.

import { timedOut } from '../../platform/kernel/problems/problem.ts'
import { Deadline } from '../../platform/kernel/time/deadline.ts'
import type { Channel } from './channel.ts'

export function withDeadline(channel: Channel, timeoutMs: number): Channel {
  const deadline = new Deadline(timeoutMs, tooLate)
  const inTime = <T>(work: Promise<T>): Promise<T> => deadline.race(work)
  return {
    probe: () => inTime(channel.probe()),
    lookUpAccounts: (lookup) => inTime(channel.lookUpAccounts(lookup)),
    inquireBalance: (inquiry) => inTime(channel.inquireBalance(inquiry)),
    withdrawCash: (order) => inTime(channel.withdrawCash(order)),
    withdrawCardless: (order) => inTime(channel.withdrawCardless(order)),
    deposit: (order) => inTime(channel.deposit(order)),
    transfer: (order) => inTime(channel.transfer(order)),
    payBill: (order) => inTime(channel.payBill(order)),
    reverseCashWithdrawal: (order) => inTime(channel.reverseCashWithdrawal(order)),
    reverseDeposit: (order) => inTime(channel.reverseDeposit(order)),
    reverseTransfer: (order) => inTime(channel.reverseTransfer(order)),
    reverseCardless: (order) => inTime(channel.reverseCardless(order)),
    reverseBillPayment: (order) => inTime(channel.reverseBillPayment(order)),
  }
}

function tooLate(): Error {
  return timedOut('the core did not answer in time')
}
