// ISO 4217: the active currencies and how many decimal places each has. Two places is the rule, so only the
// exceptions are spelled out; funds codes, metals and test codes are not money a channel can hand out.

const TWO_PLACES =
  'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CUP CVE ' +
  'CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR ' +
  'KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN ' +
  'PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD ' +
  'TZS UAH USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG'
const NO_PLACES = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'
const THREE_PLACES = 'BHD IQD JOD KWD LYD OMR TND'

const EXPONENTS: ReadonlyMap<string, number> = new Map([
  ...TWO_PLACES.split(' ').map((code) => [code, 2] as const),
  ...NO_PLACES.split(' ').map((code) => [code, 0] as const),
  ...THREE_PLACES.split(' ').map((code) => [code, 3] as const),
])

/** Decimal places of a currency, or undefined when ISO 4217 does not know it. */
export function currencyExponent(code: string): number | undefined {
  return EXPONENTS.get(code)
}

export function isCurrency(code: string): boolean {
  return EXPONENTS.has(code)
}
