// Balance inquiry: what an account holds, what of it is available or locked, and what is on its way.

import { type Static, Type } from 'typebox'
import { currency, list, oneOf } from '../../../edge/http/body/fields.ts'
import { chosen } from '../../../edge/http/operation.ts'
import type { AccountBalances } from '../../../tokens/accounts/accounts.ts'
import { ACCOUNT_STATES } from '../../../tokens/accounts/digital-account.ts'
import { digitalOperation, reply } from '../digital-operation.ts'
import { request } from '../shapes/request.ts'
import { digitalAssetAccount, text, timestamp } from '../shapes/resource.ts'
import { TOKEN_TYPE, tokensOf } from '../shapes/token-amount.ts'

const number = (description: string) => chosen(Type.Number({ description }))
const parts = {
  available: number('What can be redeemed or transferred: held and not locked'),
  locked: number('Debits that are not final yet'),
  pending: number('Credits that are not final yet; not held'),
}

const balances = Type.Object(
  {
    balances: list(
      Type.Object({ currency: text('ISO 4217 code'), asset: number('What the account holds'), ...parts }),
      'One per currency',
    ),
    tokenizedDepositHoldings: list(
      Type.Object({
        issuer: chosen(Type.Object({ institutionId: text('The institution that has issued the tokens') })),
        currency: text('ISO 4217 code'),
        tokenType: oneOf('What they are', [TOKEN_TYPE]),
        tokens: number('What the account holds'),
        ...parts,
      }),
      'One per issuer and currency',
    ),
    accountStatus: oneOf('State of the account', ACCOUNT_STATES),
    asOf: timestamp('When it was read'),
  },
  { component: 'BalanceInquiryReply' },
)

const ASKED = {
  transaction: { ref: 'balance-2026-001', type: 'BALANCE_INQUIRY' },
  channelInfo: { type: 'MOBILE' },
  digitalAssetAccount: { id: '0197f3a0-5a10-7c41-9d3e-2b7f0a6c1d03' },
  currency: 'USD',
}

export const inquireBalance = digitalOperation({
  id: 'InquireBalance',
  route: 'POST /accounts/balance-inquiry',
  basis: 'given',
  access: { module: 'DIGITAL_MONEY', action: 'VIEW' },
  replays: false,
  errors: ['C-ACCOUNT_NOT_FOUND'],
  tag: 'Balance inquiry',
  summary: 'Inquire the balances of an account',
  description:
    '`asset` is what the account holds, `locked` what open redemptions and transfers will take of it, `available` the rest, and ' +
    '`pending` what open deposits and transfers will add. Another `currency` than the account’s has empty lists. Nothing is stored.',
  body: request('BALANCE_INQUIRY', { digitalAssetAccount, currency: Type.Optional(currency) }),
  reply: balances,
  requestExamples: [{ name: 'inquiry', summary: 'The balances of an account', value: ASKED }],
  replyExamples: [
    {
      name: 'balances',
      summary: '250 dollars, of which 50 are locked',
      value: {
        balances: [{ currency: 'USD', asset: 250, available: 200, locked: 50, pending: 10.5 }],
        tokenizedDepositHoldings: [
          {
            issuer: { institutionId: '0197f3a0-5a10-7c41-9d3e-2b7f0a6c1d01' },
            currency: 'USD',
            tokenType: TOKEN_TYPE,
            tokens: 250,
            available: 200,
            locked: 50,
            pending: 10.5,
          },
        ],
        accountStatus: 'ACTIVE',
        asOf: '2026-01-15T10:15:00.000Z',
      },
    },
  ],
  async handle(ask) {
    const { digitalAssetAccount: asked, currency: wanted } = ask.body
    return reply(ask, wireBalances(await ask.services.digitalAccounts.balances(ask.partnerId, asked.id), wanted))
  },
})

function wireBalances(read: AccountBalances, wanted: string | undefined): Static<typeof balances> {
  const { account, assetMinor, lockedMinor, pendingMinor, asOf } = read
  const { currency: code, institutionId } = account
  const asset = tokensOf(assetMinor, code)
  const shown = {
    available: tokensOf(assetMinor - lockedMinor, code),
    locked: tokensOf(lockedMinor, code),
    pending: tokensOf(pendingMinor, code),
  }
  const isAsked = wanted === undefined || wanted === code
  return {
    balances: isAsked ? [{ currency: code, asset, ...shown }] : [],
    tokenizedDepositHoldings: isAsked
      ? [{ issuer: { institutionId }, currency: code, tokenType: TOKEN_TYPE, tokens: asset, ...shown }]
      : [],
    accountStatus: account.state,
    asOf: asOf.toISOString(),
  }
}
