// The parameters of a statement that is put together from conditions.

export class Parameters {
  readonly values: unknown[] = []

  /** Adds a value and returns the placeholder that stands for it. */
  add(value: unknown): string {
    return `$${this.values.push(value)}`
  }
}
