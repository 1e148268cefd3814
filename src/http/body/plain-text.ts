// Text of people, as fields take it: any characters but those that steer a terminal or a log, and no half of a pair.

export function isPlainText(value: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point.
  return !/[\u0000-\u001f\u007f-\u009f]/.test(value) && value.isWellFormed()
}
