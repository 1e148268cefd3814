// The pairing of rows with columns whose scores have the highest sum: the Hungarian algorithm in its form with potentials, in
// O(rows² · columns).

/** The highest sum. There must be no more rows than columns, and the rows must be of one length. */
export function bestPairing(scores: readonly (readonly number[])[]): number {
  const rows = scores.length
  const columns = scores[0]?.length ?? 0
  if (rows > columns) throw new RangeError('more rows than columns')
  // Index 0 is a column that stands for "the row being placed". Costs are negative scores.
  const rowPotential = new Float64Array(rows + 1)
  const columnPotential = new Float64Array(columns + 1)
  const rowOf = new Int32Array(columns + 1)
  const costOf = (row: number, column: number) => -(scores[row - 1]?.[column - 1] ?? 0)

  for (let row = 1; row <= rows; row++) {
    const slack = new Float64Array(columns + 1).fill(Number.POSITIVE_INFINITY)
    const previous = new Int32Array(columns + 1)
    const isUsed = new Uint8Array(columns + 1)
    rowOf[0] = row
    let column = 0
    do {
      isUsed[column] = 1
      const placed = at(rowOf, column)
      let delta = Number.POSITIVE_INFINITY
      let next = 0
      for (let other = 1; other <= columns; other++) {
        if (isUsed[other] === 1) continue
        const reduced = costOf(placed, other) - at(rowPotential, placed) - at(columnPotential, other)
        if (reduced < at(slack, other)) {
          slack[other] = reduced
          previous[other] = column
        }
        if (at(slack, other) < delta) {
          delta = at(slack, other)
          next = other
        }
      }
      for (let other = 0; other <= columns; other++) {
        if (isUsed[other] === 1) {
          const used = at(rowOf, other)
          rowPotential[used] = at(rowPotential, used) + delta
          columnPotential[other] = at(columnPotential, other) - delta
        } else slack[other] = at(slack, other) - delta
      }
      column = next
    } while (at(rowOf, column) !== 0)
    // Move every row of the path to the column after it.
    while (column !== 0) {
      const before = at(previous, column)
      rowOf[column] = at(rowOf, before)
      column = before
    }
  }

  let sum = 0
  for (let column = 1; column <= columns; column++) {
    const row = at(rowOf, column)
    if (row !== 0) sum -= costOf(row, column)
  }
  return sum
}

function at(values: Float64Array | Int32Array, index: number): number {
  return values[index] ?? 0
}
