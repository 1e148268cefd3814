// What the sandbox prints at start: where to go, whom to be, and a first withdrawal to paste.

import { type Clock, systemClock } from '../kernel/clock.ts'
import { newCorrelationId } from '../kernel/ids.ts'
import { sandboxBanner } from '../sandbox/sandbox-credentials.ts'

export function sandboxWelcome(publicUrl: string, clock: Clock = systemClock): string[] {
  return [
    'Tillgate sandbox: synthetic data, no real money.',
    '',
    `API reference   ${publicUrl}/docs`,
    `OpenAPI         ${publicUrl}/openapi/accounts.json`,
    `                ${publicUrl}/openapi/onboarding.json`,
    '',
    ...sandboxBanner(),
    '',
    'A first withdrawal (pasted again it returns the same answer and moves nothing):',
    '',
    ...firstWithdrawal(publicUrl, clock),
    '',
  ]
}

function firstWithdrawal(publicUrl: string, clock: Clock): string[] {
  const body = {
    head: { description: 'ATM withdrawal' },
    // The milliseconds of the start, so that every start proposes a transaction of its own.
    transaction: { rrn: String(clock.now()).slice(-12), type: 'CASHWITHDRAWAL' },
    deviceInfo: { terminalId: 'ATM00001', terminalLoc: '1 Main Street, Springfield', acceptorId: 'ACC000000000001' },
    institution: { id: 'FI001' },
    paymentInstrument: { account: { id: '1000000001' }, card: { pan: '4000000000000010' } },
    amount: { amount: 20, currencyCode: 'USD' },
  }
  return [
    `curl -s ${publicUrl}/api/ssb/accountservices/v1/transactions/debits \\`,
    `  -H 'content-type: application/json' -H 'x-correlation-id: ${newCorrelationId()}' \\`,
    "  -H 'client_id: sandbox-atm' -H 'client_secret: sandbox-atm-secret' -H 'partnerId: PARTNER01' \\",
    `  -d '${JSON.stringify(body)}'`,
  ]
}
