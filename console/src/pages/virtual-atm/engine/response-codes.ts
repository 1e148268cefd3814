// What each response code of the account services means to an integrator.

const MEANINGS: Readonly<Record<string, string>> = {
  '000': 'approved',
  '100': 'do not honour',
  '101': 'card expired',
  '102': 'suspected fraud',
  '104': 'restricted card',
  '110': 'insufficient funds',
  '111': 'invalid card number',
  '113': 'unacceptable fee',
  '114': 'no such account',
  '115': 'function not supported by the institution',
  '118': 'no card record',
  '119': 'not permitted to the cardholder',
  '120': 'not permitted to the terminal',
  '121': 'exceeds the amount limit',
  '123': 'exceeds the count limit',
  '125': 'card not yet active',
  '180': 'invalid amount',
  '181': 'currency not accepted',
  '182': 'source account not usable',
  '183': 'destination account not usable',
  '184': 'biller not registered',
  '185': 'biller inactive, or its BIN is another',
  '188': 'reversal window over',
  '190': 'same source and destination',
  '208': 'lost card',
  '209': 'stolen card',
  '480': 'already reversed',
  '483': 'reversal exceeds what is left',
  '484': 'original was declined, nothing to reverse',
  '485': 'reversed before it arrived',
  '902': 'invalid transaction type',
  '904': 'format error',
  '906': 'cutover in process',
  '907': 'core inoperative, nothing posted',
  '909': 'system malfunction',
  '911': 'core timed out, outcome unknown',
  '912': 'issuer unavailable',
  '913': 'duplicate transmission: same RRN, other content',
  '914': 'original not found',
  '940': 'unknown terminal',
  '950': 'violation of business arrangement',
}

export function meaningOf(code: string): string {
  return MEANINGS[code] ?? 'see the catalogue of error codes'
}

/** `status.responseCode` of any answer, an error's too. */
export function responseCodeOf(body: unknown): string | undefined {
  const code = (body as { status?: { responseCode?: unknown } } | null | undefined)?.status?.responseCode
  return typeof code === 'string' ? code : undefined
}
