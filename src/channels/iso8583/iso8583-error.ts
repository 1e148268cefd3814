// What is wrong with a message, a frame or a dialect. It never holds a value of the message: errors are logged.

export class Iso8583Error extends Error {
  /** The data element, when one is at fault. */
  readonly field: number | undefined

  constructor(message: string, field?: number) {
    super(field === undefined ? message : `DE ${field}: ${message}`)
    this.name = 'Iso8583Error'
    this.field = field
  }
}
