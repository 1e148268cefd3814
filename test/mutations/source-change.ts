// A small change of the source that breaks one promise, and how to make it.

export interface SourceChange {
  readonly breaks: string
  readonly file: string
  /** Occurs once in the file. */
  readonly find: string
  readonly replace: string
}

/** The source of the file with the defect. */
export function mutate(source: string, { file, find, replace }: SourceChange): string {
  const places = source.split(find).length - 1
  if (places !== 1) throw new Error(`"${find}" occurs ${places} times in ${file}`)
  return source.replace(find, () => replace)
}
