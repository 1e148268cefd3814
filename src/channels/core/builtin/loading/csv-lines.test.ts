import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ParsedLine, parseLines, readLines } from './csv-lines.ts'

async function parsed(...chunks: (string | Buffer)[]): Promise<ParsedLine[]> {
  const input = (async function* () {
    for (const chunk of chunks) yield Buffer.from(chunk)
  })()
  const lines: ParsedLine[] = []
  for await (const part of readLines(input)) lines.push(...parseLines(part))
  return lines
}

const QUOTE = 'has a quotation mark that does not fit'

// One row per file: how it arrives, and its lines.
const FILES: [title: string, chunks: (string | Buffer)[], lines: ParsedLine[]][] = [
  ['an empty file', [], []],
  ['two lines', ['a,b\n1,2\n'], [at(1, 'a', 'b'), at(2, '1', '2')]],
  ['no line end at the end', ['a,b\n1,2'], [at(1, 'a', 'b'), at(2, '1', '2')]],
  ['line ends of Windows', ['a,b\r\n1,2\r\n'], [at(1, 'a', 'b'), at(2, '1', '2')]],
  ['a byte order mark', ['\ufeffa,b\n'], [at(1, 'a', 'b')]],
  ['blank lines', ['a\n\n  \nb\n'], [at(1, 'a'), at(4, 'b')]],
  ['empty fields', [',,\n'], [at(1, '', '', '')]],
  ['blanks around fields', [' a , b \n'], [at(1, 'a', 'b')]],
  ['a quoted comma and quotation mark', ['"a,b","c ""d"""\n'], [at(1, 'a,b', 'c "d"')]],
  ['a line in several chunks', ['a', ',', 'b\n1', ',2\n'], [at(1, 'a', 'b'), at(2, '1', '2')]],
  ['a letter split across chunks', [Buffer.from([0xc3]), Buffer.from([0xa9, 0x0a])], [at(1, 'é')]],
  ['text after a quoted field', ['a\n"b"c\nd\n'], [at(1, 'a'), { line: 2, fault: QUOTE }, at(3, 'd')]],
  ['a quotation mark in a field', ['a\nb"c\nd\n'], [at(1, 'a'), { line: 2, fault: QUOTE }, at(3, 'd')]],
  ['a quote that is not closed', ['a\n"b\nc\n'], [at(1, 'a'), { line: 2, fault: QUOTE }, at(3, 'c')]],
  ['a quote over two lines', ['"a\nb"\nc\n'], [{ line: 1, fault: QUOTE }, { line: 2, fault: QUOTE }, at(3, 'c')]],
  [
    'a line without end',
    ['a\n', ...Array.from({ length: 20 }, () => 'x'.repeat(1000)), '\nb\n'],
    [at(1, 'a'), { line: 2, fault: 'is longer than 16384 characters' }, at(3, 'b')],
  ],
]
for (const [title, chunks, lines] of FILES) {
  test(title, async () => assert.deepEqual(await parsed(...chunks), lines))
}

function at(line: number, ...fields: string[]): ParsedLine {
  return { line, fields }
}
