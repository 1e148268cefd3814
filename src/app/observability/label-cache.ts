// Caches a value per combination of labels; a lookup allocates no string.

// A safety net, should a label ever turn out to be unbounded.
const MAX_ENTRIES = 5_000

/** Creates one value per combination of labels. Beyond the limit, all further combinations share one. */
export function cachedByLabels<Labels extends string[], Value>(
  make: (...labels: Labels) => Value,
): (...labels: Labels) => Value {
  // A map per label instead of one joined key: looking up existing strings allocates nothing.
  const root: Branch<Value> = { branches: new Map(), value: undefined }
  let entries = 0
  let others: Value | undefined
  return (...labels) => {
    let branch = root
    for (const label of labels) branch = branch.branches.get(label) ?? grow(branch, label, entries < MAX_ENTRIES)
    if (branch.value !== undefined) return branch.value
    if (entries >= MAX_ENTRIES) {
      others ??= make(...(labels.map(() => 'OTHER') as Labels))
      return others
    }
    entries++
    branch.value = make(...labels)
    return branch.value
  }
}

interface Branch<Value> {
  readonly branches: Map<string, Branch<Value>>
  value: Value | undefined
}

function grow<Value>(branch: Branch<Value>, label: string, isKept: boolean): Branch<Value> {
  const grown: Branch<Value> = { branches: new Map(), value: undefined }
  if (isKept) branch.branches.set(label, grown)
  return grown
}
