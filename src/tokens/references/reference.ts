/** A request's reference: (partner, type, ref) stands for its content for good. */
export interface Reference {
  readonly partnerId: string
  /** `TOKENIZED_DEPOSIT` … */
  readonly type: string
  readonly ref: string
  /** SHA-256 of the path and of the known fields of the body. */
  readonly content: Buffer
}
