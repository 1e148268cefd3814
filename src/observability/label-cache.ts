// What is kept per combination of labels, found again without making a new string.

// The bound is a safety net: should a label ever turn out to be unbounded, memory must not be what tells us.
const MOST_KINDS = 5_000

/** Makes one thing per combination of labels; past the bound, all further ones share one. */
export function remembered<Labels extends string[], Kind>(
  make: (...labels: Labels) => Kind,
): (...labels: Labels) => Kind {
  // A map per label rather than one key joined from all: looking up a known string needs no new one.
  const root: Branch<Kind> = { branches: new Map(), kind: undefined }
  let kinds = 0
  let others: Kind | undefined
  return (...labels) => {
    let branch = root
    for (const label of labels) branch = branch.branches.get(label) ?? grow(branch, label, kinds < MOST_KINDS)
    if (branch.kind !== undefined) return branch.kind
    if (kinds >= MOST_KINDS) {
      others ??= make(...(labels.map(() => 'OTHER') as Labels))
      return others
    }
    kinds++
    branch.kind = make(...labels)
    return branch.kind
  }
}

interface Branch<Kind> {
  readonly branches: Map<string, Branch<Kind>>
  kind: Kind | undefined
}

function grow<Kind>(branch: Branch<Kind>, label: string, isKept: boolean): Branch<Kind> {
  const grown: Branch<Kind> = { branches: new Map(), kind: undefined }
  if (isKept) branch.branches.set(label, grown)
  return grown
}
