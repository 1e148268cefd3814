// The small parts of a workbook beside its sheets (ECMA-376, SpreadsheetML).

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const SPREADSHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** No currency has more decimals. */
const MOST_DECIMALS = 4
/** Formats below this number are built into Excel. */
const FIRST_OWN_FORMAT = 164

/** The style of amounts with so many decimals. Style 0 is for everything else. */
export function amountStyle(decimals: number): number {
  return 1 + Math.min(decimals, MOST_DECIMALS)
}

export const PACKAGE_RELATIONS = `${DECLARATION}<Relationships xmlns="${RELATIONSHIPS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`

export function stylesXml(): string {
  const decimals = Array.from({ length: MOST_DECIMALS + 1 }, (_, i) => i)
  const formats = decimals.map((n) => {
    const code = n === 0 ? '0' : `0.${'0'.repeat(n)}`
    return `<numFmt numFmtId="${FIRST_OWN_FORMAT + n}" formatCode="${code}"/>`
  })
  const styles = decimals.map(
    (n) => `<xf numFmtId="${FIRST_OWN_FORMAT + n}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
  )
  const plain = '<xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>'
  return [
    `${DECLARATION}<styleSheet xmlns="${SPREADSHEET}">`,
    `<numFmts count="${formats.length}">${formats.join('')}</numFmts>`,
    '<fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>',
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>',
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
    `<cellStyleXfs count="1">${plain}</cellStyleXfs>`,
    `<cellXfs count="${styles.length + 1}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>${styles.join('')}</cellXfs>`,
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
    '</styleSheet>',
  ].join('')
}

export function workbookXml(sheets: readonly string[]): string {
  const list = sheets.map((name, i) => `<sheet name="${name}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`)
  return `${DECLARATION}<workbook xmlns="${SPREADSHEET}" xmlns:r="${OFFICE}"><sheets>${list.join('')}</sheets></workbook>`
}

export function workbookRelations(sheets: readonly string[]): string {
  const relations = sheets.map(
    (_, i) => `<Relationship Id="rId${i + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`,
  )
  relations.push(`<Relationship Id="rId${sheets.length + 1}" Type="${OFFICE}/styles" Target="styles.xml"/>`)
  return `${DECLARATION}<Relationships xmlns="${RELATIONSHIPS}">${relations.join('')}</Relationships>`
}

export function contentTypes(sheets: readonly string[]): string {
  const parts = [
    ['/xl/workbook.xml', `${TYPE}.sheet.main+xml`],
    ['/xl/styles.xml', `${TYPE}.styles+xml`],
    ...sheets.map((_, i) => [`/xl/worksheets/sheet${i + 1}.xml`, `${TYPE}.worksheet+xml`]),
  ]
  const overrides = parts.map(([path, type]) => `<Override PartName="${path}" ContentType="${type}"/>`)
  return `${DECLARATION}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}</Types>`
}

/** The header stays in view while the rows scroll. */
export const SHEET_START = `${DECLARATION}<worksheet xmlns="${SPREADSHEET}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`
export const SHEET_END = '</sheetData></worksheet>'
