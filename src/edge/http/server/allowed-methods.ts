// The methods of each path, for the `Allow` of a 405. Only used when no route matched, so a list is fast enough.

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

  /** The methods of a path in alphabetical order, empty for an unknown path. A literal path wins over a pattern. */
  of(path: string): string[] {
    const writtenOut = this.#patterns.find((pattern) => pattern.url === path)
    if (writtenOut !== undefined) return [...writtenOut.methods].sort()
    const matching = this.#patterns.filter((pattern) => pattern.matches.test(path))
    return [...new Set(matching.flatMap((pattern) => [...pattern.methods]))].sort()
  }

  /** Literal paths that a pattern also matches, with the methods that only the pattern has. */
  hidden(): { url: string; method: string[] }[] {
    return this.#patterns
      .filter(({ url }) => !/[:*]/.test(url))
      .map(({ url, methods }) => {
        const taken = this.#patterns.filter((pattern) => pattern.url.includes(':') && pattern.matches.test(url))
        return {
          url,
          method: [...new Set(taken.flatMap((pattern) => [...pattern.methods]))].filter((m) => !methods.has(m)),
        }
      })
      .filter(({ method }) => method.length > 0)
  }
}

function expressionOf(url: string): RegExp {
  const source = url
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : part.split('*').map(RegExp.escape).join('.*')))
    .join('/')
  return new RegExp(`^${source}$`)
}
