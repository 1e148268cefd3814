// Text typed by people: no control characters, which could steer a terminal or a log, and no lone surrogates.

export function isPlainText(value: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point.
  return !/[\u0000-\u001f\u007f-\u009f]/.test(value) && value.isWellFormed()
}
