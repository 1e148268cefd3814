// Which methods a path takes, for the 405 that names them. Only asked when no route matched, so a list will do.

interface Pattern {
  readonly url: string
  readonly matches: RegExp
  readonly methods: Set<string>
}

export class AllowedMethods {
  readonly #patterns: Pattern[] = []

  add(method: string | readonly string[], url: string): void {
    let pattern = this.#patterns.find((known) => known.url === url)
    if (pattern === undefined) {
      pattern = { url, matches: expressionOf(url), methods: new Set() }
      this.#patterns.push(pattern)
    }
    for (const one of [method].flat()) pattern.methods.add(one)
  }

  /** The methods of a path, in alphabetical order; none when there is nothing at it. */
  of(path: string): string[] {
    const methods = new Set<string>()
    for (const pattern of this.#patterns) {
      if (pattern.matches.test(path)) for (const method of pattern.methods) methods.add(method)
    }
    return [...methods].sort()
  }
}

function expressionOf(url: string): RegExp {
  const source = url
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : part.split('*').map(RegExp.escape).join('.*')))
    .join('/')
  return new RegExp(`^${source}$`)
}
