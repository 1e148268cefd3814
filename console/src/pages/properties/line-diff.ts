// The lines that differ between two texts.

export interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added'
  readonly text: string
}

/** Beyond it the comparison, which grows with the square, would be felt. */
const MAX_LINES = 400

/** By the longest common subsequence. Very long texts are shown as removed and added as a whole. */
export function diffLines(before: string, after: string): DiffLine[] {
  const a = before.split('\n')
  const b = after.split('\n')
  if (a.length > MAX_LINES || b.length > MAX_LINES) {
    return [...a.map((text) => line('removed', text)), ...b.map((text) => line('added', text))]
  }
  const common = commonLengths(a, b)
  const lines: DiffLine[] = []
  let i = 0
  let j = 0
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push(line('same', a[i] ?? ''))
      i++
      j++
    } else if (i < a.length && (j === b.length || at(common, i + 1, j) >= at(common, i, j + 1))) {
      lines.push(line('removed', a[i++] ?? ''))
    } else lines.push(line('added', b[j++] ?? ''))
  }
  return lines
}

function line(kind: DiffLine['kind'], text: string): DiffLine {
  return { kind, text }
}

function at(table: readonly (readonly number[])[], i: number, j: number): number {
  return table[i]?.[j] ?? 0
}

/** How many lines the rests from (i, j) on have in common. */
function commonLengths(a: readonly string[], b: readonly string[]): number[][] {
  const table = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0))
  for (let i = a.length - 1; i >= 0; i--) {
    const row = table[i] ?? []
    for (let j = b.length - 1; j >= 0; j--) {
      row[j] = a[i] === b[j] ? at(table, i + 1, j + 1) + 1 : Math.max(at(table, i + 1, j), at(table, i, j + 1))
    }
  }
  return table
}
