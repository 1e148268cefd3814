// The parameters of a statement built from conditions.

export class Parameters {
  readonly values: unknown[] = []

  /** Adds a value and returns its placeholder. */
  add(value: unknown): string {
    return `$${this.values.push(value)}`
  }
}
