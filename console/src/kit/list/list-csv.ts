// A list as a CSV file: every record that fits the filters, up to a limit, with all of its fields by their names in the API.
// Cells are written as the gateway's own exports write them.

/** The largest page that the gateway answers. */
const PAGE_SIZE = 200

export const MOST_CSV_ROWS = 10_000

export interface PageToRead<Row> {
  readonly content: readonly Row[]
  readonly totalElements: number
  readonly totalPages: number
}

export interface AllRows<Row> {
  readonly rows: readonly Row[]
  /** Records that fit the filters, as the last page counted them. */
  readonly total: number
}

/** Reads page after page. A record that moved to a later page while reading is kept once. */
export async function readAllRows<Row>(
  load: (page: number, size: number) => Promise<PageToRead<Row>>,
  rowKey: (row: Row) => string,
  isWanted: () => boolean = () => true,
): Promise<AllRows<Row>> {
  const rows = new Map<string, Row>()
  let total = 0
  for (let page = 1; isWanted(); page += 1) {
    const { content, totalElements, totalPages } = await load(page, PAGE_SIZE)
    for (const row of content) rows.set(rowKey(row), row)
    total = Math.max(totalElements, rows.size)
    if (page >= totalPages || content.length === 0 || rows.size >= MOST_CSV_ROWS) break
  }
  return { rows: [...rows.values()].slice(0, MOST_CSV_ROWS), total }
}

/** One line of names, one line per record. A field that only some records have is empty in the others. */
export function csvOf(records: readonly unknown[]): string {
  const lines = records.map(cellsOf)
  const names = [...new Set(lines.flatMap((cells) => [...cells.keys()]))]
  const header = names.map((name) => quoted(spreadsheetText(name))).join(',')
  return `${[header, ...lines.map((cells) => names.map((name) => quoted(cells.get(name) ?? '')).join(','))].join('\n')}\n`
}

function cellsOf(record: unknown): Map<string, string> {
  const cells = new Map<string, string>()
  collect(record, '', cells)
  return cells
}

function collect(value: unknown, name: string, into: Map<string, string>): void {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    for (const [member, of] of Object.entries(value)) collect(of, name === '' ? member : `${name}.${member}`, into)
    return
  }
  into.set(name, cellOf(value))
}

/** Numbers stay numbers; all else is text that no spreadsheet evaluates. */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) {
    const isPlain = value.every((member) => typeof member !== 'object' || member === null)
    return spreadsheetText(isPlain ? value.join('; ') : JSON.stringify(value))
  }
  return spreadsheetText(String(value))
}

/** As `src/oversight/transactions/spreadsheet-text.ts` of the gateway; a test compares the two. */
export function spreadsheetText(value: string): string {
  return /^[=+\-@\t\r\n＝＋－＠]/.test(value) ? `'${value}` : value
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
