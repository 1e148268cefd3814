// What the sandbox prints at start-up: URLs, credentials, and a first withdrawal and a first look at loans and tokens to paste.

import { newCorrelationId } from '../platform/kernel/identifiers/ids.ts'
import { type Clock, systemClock } from '../platform/kernel/time/clock.ts'
import { sandboxBanner } from './sandbox-credentials.ts'
import { accountsOf, CARDS } from './seeding/sandbox-accounts.ts'
import { CLIENTS, DEMO_CLIENT_ID, TERMINALS } from './seeding/sandbox-data.ts'

export function sandboxWelcome(publicUrl: string, clock: Clock = systemClock): string[] {
  return [
    'Tillgate sandbox: synthetic data, no real money.',
    '',
    `Console         ${publicUrl}/console`,
    `API reference   ${publicUrl}/docs`,
    `OpenAPI         ${publicUrl}/openapi/accounts.json`,
    `                ${publicUrl}/openapi/onboarding.json`,
    `                ${publicUrl}/openapi/lending.json`,
    `                ${publicUrl}/openapi/digital.json`,
    '',
    ...sandboxBanner(),
    '',
    'A first withdrawal (pasted again it returns the same answer and moves nothing):',
    '',
    ...firstWithdrawal(publicUrl, clock),
    '',
    'The loans that are behind (docs/guides/lending.md goes from an application to the last repayment):',
    '',
    ...loansInArrears(publicUrl),
    '',
    'The transfers of tokens (docs/guides/digital-banking.md goes from onboarding a bank to a redemption):',
    '',
    ...tokenTransfers(publicUrl),
    '',
  ]
}

function loansInArrears(publicUrl: string): string[] {
  const client = CLIENTS.find(({ family }) => family === 'lending')
  if (!client) throw new Error('the sandbox has no client for lending')
  return [
    `curl -s '${publicUrl}/v1/lending/loans?status=IN_ARREARS' \\`,
    `  -H 'X-Client-Id: ${client.clientId}' -H 'X-Client-Secret: ${client.clientSecret}' -H 'X-Partner: ${client.partnerId}'`,
  ]
}

function tokenTransfers(publicUrl: string): string[] {
  const client = CLIENTS.find(({ clientId }) => clientId === DEMO_CLIENT_ID)
  if (!client) throw new Error('the sandbox has no client with digital banking data')
  const body = {
    transaction: { ref: 'welcome', type: 'PLATFORM_SEARCH' },
    channelInfo: { type: 'SANDBOX' },
    search: { entity: 'INTERBANK_TRANSFER' },
  }
  return [
    `curl -s ${publicUrl}/api/digital/v1/search -H 'content-type: application/json' \\`,
    `  -H 'X-Client-Id: ${client.clientId}' -H 'X-Client-Secret: ${client.clientSecret}' -H 'partnerId: ${client.partnerId}' \\`,
    `  -d '${JSON.stringify(body)}'`,
  ]
}

/** Uses the first terminal, the first client, and the first card with its first account. */
function firstWithdrawal(publicUrl: string, clock: Clock): string[] {
  const [[terminal], [client], [card]] = [TERMINALS, CLIENTS, CARDS]
  const account = card && accountsOf(card)[0]
  if (!terminal || !client || !account) throw new Error('the sandbox has nothing to withdraw from')
  const body = {
    head: { description: 'ATM withdrawal' },
    // From the current milliseconds, so that every start suggests a new transaction.
    transaction: { rrn: String(clock.now()).slice(-12), type: 'CASHWITHDRAWAL' },
    deviceInfo: {
      terminalId: terminal.terminalId,
      terminalLoc: terminal.location,
      acceptorId: terminal.acceptorId,
    },
    institution: { id: terminal.institutionId },
    paymentInstrument: { account: { id: account.accountId }, card: { pan: card.pan } },
    amount: { amount: 20, currencyCode: account.currency },
  }
  return [
    `curl -s ${publicUrl}/api/ssb/accountservices/v1/transactions/debits \\`,
    `  -H 'content-type: application/json' -H 'x-correlation-id: ${newCorrelationId()}' \\`,
    `  -H 'client_id: ${client.clientId}' -H 'client_secret: ${client.clientSecret}' -H 'partnerId: ${client.partnerId}' \\`,
    `  -d '${JSON.stringify(body)}'`,
  ]
}
