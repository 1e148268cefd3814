// A word that is a text of the console and a value of the API too has to say which one is meant: the build translates
// texts, and refuses such a word without a mark.

/** For the eyes of the reader: translated. */
export function shownText(english: string): string {
  return english
}

/** For the gateway: never translated. */
export function apiValue<const Value extends string>(value: Value): Value {
  return value
}
