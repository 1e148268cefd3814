// Countries and currencies as choices. The browser knows their names; the gateway checks the codes.

export interface CodeChoice {
  readonly value: string
  readonly label: string
}

let knownCountries: CodeChoice[] | undefined
let knownCurrencies: CodeChoice[] | undefined

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** Browsers list currencies, but not countries: those are the pairs of letters that have a name and no newer code. */
export function countries(): CodeChoice[] {
  if (knownCountries === undefined) {
    const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
    knownCountries = LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
      .filter((code) => !GROUPS.has(code) && new Intl.Locale(`und-${code}`).region === code)
      .flatMap((code) => {
        const name = names.of(code)
        return name === undefined ? [] : [{ value: code, label: `${code} · ${name}` }]
      })
  }
  return knownCountries
}

/** Named regions that are no countries of ISO 3166. */
const GROUPS: ReadonlySet<string> = new Set([
  ...['AC', 'CP', 'CQ', 'DG', 'EA', 'EU', 'EZ', 'IC', 'QO', 'TA', 'UN', 'XA', 'XB', 'XK', 'ZZ'],
])

export function currencies(): CodeChoice[] {
  if (knownCurrencies === undefined) {
    const names = new Intl.DisplayNames('en', { type: 'currency' })
    knownCurrencies = Intl.supportedValuesOf('currency').map((code) => ({
      value: code,
      label: `${code} · ${names.of(code) ?? code}`,
    }))
  }
  return knownCurrencies
}

/** How many decimals an amount in the currency has. */
export function decimalsOf(currency: string | undefined): number {
  try {
    const { maximumFractionDigits } = new Intl.NumberFormat('en', {
      style: 'currency',
      currency: currency ?? '',
    }).resolvedOptions()
    return maximumFractionDigits ?? 2
  } catch {
    return 2
  }
}
