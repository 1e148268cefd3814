// Texts as JSON, for the few texts that are put together by hand because JSON.stringify takes several times as long.

const QUOTE = 0x22
const BACKSLASH = 0x5c

/** What JSON.stringify writes of a text. */
export function jsonText(text: string): string {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code < 0x20 || code > 0x7e || code === QUOTE || code === BACKSLASH) return JSON.stringify(text)
  }
  return `"${text}"`
}

/** A member after others; nothing for an undefined value. The name needs no escaping. */
export function jsonMember(name: string, text: string | undefined): string {
  return text === undefined ? '' : `,"${name}":${jsonText(text)}`
}
