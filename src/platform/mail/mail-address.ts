// Accepts exactly one address: nothing that a mail header or SMTP command would read as more than that.

const MAX_LENGTH = 254
const ADDRESS = /^[^\p{C}\p{Z}@<>()[\]\\,;:"]+@[^\p{C}\p{Z}@<>()[\]\\,;:"]+$/u

export function isSingleAddress(text: string): boolean {
  return text.length <= MAX_LENGTH && ADDRESS.test(text)
}
