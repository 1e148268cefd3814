// The rules of contract/core.json in words: what a bank's team must know before it writes a line.

import { DECLINE, type DeclineCode } from '../../channels/core/outcome.ts'

export const CORE_RULES = `This is the API that a bank's own core implements so that the gateway can use it. The gateway stands in front: it
talks to channels, checks partner, institution and terminal, recognises repeated requests and finds what a reversal means.
The core decides about cards, accounts, billers, limits and funds, and keeps the books.

## Once per reference

Every order has a reference, a UUID that the gateway made durable before it calls. It never stands for a second order.

- Execute a reference once, however often and however concurrently it is sent, and answer each time with the first outcome.
  A decline is an outcome too: the same reference stays declined, even when the money has come since.
- Keep references, outcomes and cancellations for good, in the same commit as the postings, and answer only when that commit
  survives a crash. A unique key on (institution, reference) in the transaction that posts is enough.
- A reference with other content than before is refused (409) and changes nothing.
- A cancellation is a fence: from then on the reference is not executed, also when the order arrives afterwards.

## What answers mean

| You answer | The gateway takes it as |
|---|---|
| 200 as described here | the outcome |
| 400, 409 with our error body | a defect; nothing was done |
| 401, 403 | nothing was done |
| 404 \`UNKNOWN_ORDER\` | not executed so far, it still may be |
| 404 \`UNKNOWN_INSTITUTION\` or \`UNKNOWN_PATH\`, 503 \`UNAVAILABLE\` | nothing was done |
| anything else, no answer in time, a lost connection, a body that does not fit | **the outcome is unknown** |

Send 503 only when nothing was done and nothing will be. When you do not know, answer 500 or not at all. When an outcome is
unknown the gateway sends the same order again, asks \`GET …/orders/{reference}\`, or cancels. It never guesses: an unknown
code, an unknown currency or a fraction is not an approval.

An error body is \`{"error": "…"}\` as \`application/json\`, so that your word is told from that of a proxy in between.

## Messages

JSON in UTF-8. Amounts are integers of minor units, at most 9007199254740991, with an ISO 4217 currency. Dates are
YYYYMMDD. Ignore members that you do not know; we ignore yours. Requests stay below 64 KiB, answers must stay below 256 KiB. We
do not follow redirects.

## Connections

HTTP/1.1, https outside the sandbox. We keep connections and close them when they were idle for 4 seconds; keep yours
open for at least 5. The deadline of a call, the number of connections and the credentials are in the institution's
connectivity record. When too many calls fail we stop calling for a while, then try one.

## Order of decisions

When several declines apply, the first of this order is sent: card, account, biller, capability, currency, amount and fee,
risk, limits, funds. Limits count per card when one was presented, else per account.

## Check it

\`tillgate core-check --url …\` holds a server against these rules. A worked example is in \`examples/rest-core\`.`

/** When a core sends a code; the gateway itself has seen to the others. */
const WHEN: Readonly<Record<DeclineCode, string>> = {
  [DECLINE.doNotHonour]: 'a rule of yours declines and no nearer code fits',
  [DECLINE.cardExpired]: 'the card has expired',
  [DECLINE.suspectedFraud]: 'suspected fraud',
  [DECLINE.cardBlocked]: 'the card is blocked',
  [DECLINE.insufficientFunds]: 'less is available than the amount, also for a reversal that debits and is not forced',
  [DECLINE.invalidCardNumber]: 'the card number has a wrong length or check digit',
  [DECLINE.unacceptableFee]: 'the access fee is above your cap',
  [DECLINE.noSuchAccount]: "no such account, or not this institution's, or not this card's when a card was presented",
  [DECLINE.serviceNotSupported]: 'you do not offer this kind of order',
  [DECLINE.noCardRecord]: 'an unknown card',
  [DECLINE.notPermittedToCardholder]: 'the account does not allow this, such as a transfer from a loan',
  [DECLINE.notPermittedToTerminal]: 'seen to by the gateway',
  [DECLINE.exceedsAmountLimit]: 'above the limit for one withdrawal or for the day',
  [DECLINE.exceedsCountLimit]: 'more withdrawals than the day allows',
  [DECLINE.cardNotActive]: 'the card is not active yet',
  [DECLINE.invalidAmount]: 'cash that the notes do not make up, or a payment above what a loan owes',
  [DECLINE.currencyNotAccepted]: "not the account's currency",
  [DECLINE.sourceNotUsable]: 'the account that is debited or asked about is frozen, dormant or closed',
  [DECLINE.destinationNotUsable]: 'the account that is credited is frozen, dormant or closed',
  [DECLINE.billerNotUsable]: 'the biller is unknown, inactive or has another BIN',
  [DECLINE.reversalWindowOver]: 'a reversal later than you allow',
  [DECLINE.sameAccount]: 'a transfer to the same account',
  [DECLINE.lostCard]: 'the card was lost',
  [DECLINE.stolenCard]: 'the card was stolen',
  [DECLINE.alreadyReversed]: 'nothing of the original is left to take back',
  [DECLINE.exceedsWhatIsLeft]: 'a reversal of more than is left, or not what `complete` says',
  [DECLINE.originalDeclined]: 'the original was declined',
  [DECLINE.reversedBeforeArrival]: 'seen to by the gateway',
  [DECLINE.institutionSuspended]: 'you do not serve the institution at the moment',
  [DECLINE.duplicateTransmission]: 'seen to by the gateway',
  [DECLINE.originalNotFound]: 'the original was not executed here, is itself a reversal, or is of another account',
  [DECLINE.unknownTerminal]: 'seen to by the gateway',
}

export const DECLINE_TABLE = ['| Code | When |', '|---|---|']
  .concat(
    Object.entries(WHEN)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([code, when]) => `| ${code} | ${when} |`),
  )
  .join('\n')
