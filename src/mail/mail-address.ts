// What may stand where one address is expected: nothing that a header or a command of SMTP would read as more than that.

const MAX_LENGTH = 254
const ADDRESS = /^[^\p{C}\p{Z}@<>()[\]\\,;:"]+@[^\p{C}\p{Z}@<>()[\]\\,;:"]+$/u

export function isOneAddress(text: string): boolean {
  return text.length <= MAX_LENGTH && ADDRESS.test(text)
}
