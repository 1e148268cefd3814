// Text for a cell that a spreadsheet opens. A value that starts like a formula would be evaluated; a leading apostrophe makes
// it text (OWASP, "CSV Injection").

const STARTS_LIKE_A_FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

export function spreadsheetText(value: string): string {
  return STARTS_LIKE_A_FORMULA.test(value) ? `'${value}` : value
}
