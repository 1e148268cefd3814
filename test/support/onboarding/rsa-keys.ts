// RSA keys are slow to make and hundreds of key rings are opened in tests, each on a database of its own. The first few
// keys of a process are really made, and later rings are given those again.

/** More than any one database of a test gets to see, because a ring holds a key only once. */
const KEPT = 6

let isInstalled = false

/** From here on this process makes `KEPT` pairs of RSA keys and then hands them out again in turn. */
export function reuseRsaKeys(): void {
  if (isInstalled) return
  isInstalled = true
  const { subtle } = globalThis.crypto
  const generate = subtle.generateKey.bind(subtle) as (...wanted: unknown[]) => Promise<unknown>
  const kept = new Map<string, Promise<unknown>[]>()
  let given = 0
  const generateOrReuse = (...wanted: unknown[]): Promise<unknown> => {
    const [algorithm] = wanted
    if (!isRsa(algorithm)) return generate(...wanted)
    const wish = JSON.stringify(wanted)
    const pairs = kept.get(wish) ?? []
    kept.set(wish, pairs)
    const place = given++ % KEPT
    pairs[place] ??= generate(...wanted)
    return pairs[place]
  }
  Object.defineProperty(subtle, 'generateKey', { value: generateOrReuse, configurable: true })
}

function isRsa(algorithm: unknown): boolean {
  return typeof algorithm === 'object' && algorithm !== null && 'modulusLength' in algorithm
}
