// How the reader wants texts, numbers and times: the language and the time zone, kept in the browser. A change loads the
// console again, so that everything that was written with the old choice goes.

export const LANGUAGES = { en: 'English', es: 'Español' } as const
export type Language = keyof typeof LANGUAGES

/** Times are shown in the zone of this browser, in UTC, or in the one of an institution. */
export type ZoneChoice =
  | { readonly kind: 'browser' }
  | { readonly kind: 'utc' }
  | { readonly kind: 'institution'; readonly institutionId: string; readonly zone: string }

const LANGUAGE_KEY = 'tillgate-language'
const ZONE_KEY = 'tillgate-time-zone'

/** Without a choice, the first language of the browser that there are texts in. */
export const language: Language = languageOf(stored(LANGUAGE_KEY), navigator.languages)
/** With the region of the browser where it is of the language: `es-MX` writes numbers as in Mexico. */
export const locale: string = localeOf(language, navigator.languages)
export const zoneChoice: ZoneChoice = zoneChoiceOf(stored(ZONE_KEY))
/** An IANA name: `America/New_York`. */
export const timeZone: string = zoneOf(zoneChoice)

export function languageOf(kept: string | undefined, wanted: readonly string[]): Language {
  const known = [kept, ...wanted].map((one) => one?.slice(0, 2).toLowerCase())
  return known.find((one): one is Language => one !== undefined && Object.hasOwn(LANGUAGES, one)) ?? 'en'
}

export function localeOf(of: Language, wanted: readonly string[]): string {
  const matching = wanted.find((one) => one.slice(0, 2).toLowerCase() === of)
  // Dates of `en` alone are those of the United States.
  return matching !== undefined && matching.length > 2 ? matching : { en: 'en-GB', es: 'es' }[of]
}

/** `browser`, `utc`, or an institution with its zone: `FI001 America/New_York`. */
export function zoneChoiceOf(kept: string | undefined): ZoneChoice {
  if (kept === 'utc') return { kind: 'utc' }
  const [institutionId = '', zone = ''] = (kept ?? '').split(' ')
  return isZone(zone) ? { kind: 'institution', institutionId, zone } : { kind: 'browser' }
}

export function keepZone(choice: ZoneChoice): void {
  const kept = choice.kind === 'institution' ? `${choice.institutionId} ${choice.zone}` : choice.kind
  keep(ZONE_KEY, kept)
}

export function keepLanguage(next: Language): void {
  keep(LANGUAGE_KEY, next)
}

function zoneOf(choice: ZoneChoice): string {
  if (choice.kind === 'utc') return 'UTC'
  return choice.kind === 'institution' ? choice.zone : browserZone()
}

export function browserZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

function isZone(zone: string): boolean {
  if (zone === '') return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

/** Storage can be switched off in the browser. */
function stored(key: string): string | undefined {
  try {
    return globalThis.localStorage?.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

function keep(key: string, value: string): void {
  try {
    globalThis.localStorage?.setItem(key, value)
  } catch {
    // The choice holds until the page is left.
  }
}
