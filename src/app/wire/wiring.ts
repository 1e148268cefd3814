// Records the parts of the process while they are made, for /actuator/beans. A part is made through here, and its
// dependencies are those of its constructor's arguments that were made here before: the list cannot differ from what
// really happened. test/structure/wiring.test.ts fails for a part that is made without it.

import { type CallSiteObject, getCallSites } from 'node:util'
import type { Bean } from '../../families/operations/actuator/actuator-beans.ts'
import { SourceFiles } from '../../families/operations/source-files.ts'

type Constructor<Args extends unknown[], Part extends object> = new (...args: Args) => Part

/** Enough to get out of this file. */
const FRAMES = 6

interface Recorded extends Omit<Bean, 'resource'> {
  /** Where it was made, innermost first: the file is looked up when the list is asked for. */
  readonly madeAt: readonly CallSiteObject[]
}

export class Wiring {
  readonly #beans = new Map<string, Recorded>()
  readonly #nameOf = new Map<object, string>()

  /** Constructs a part. Its bean has the name of the class. */
  make<Args extends unknown[], Part extends object>(Class: Constructor<Args, Part>, ...args: Args): Part {
    const part = new Class(...args)
    this.#record(nameFrom(Class.name), part, Class.name, args)
    return part
  }

  /** Calls a function that makes a part. Its bean has the given name, and the part's class or the function as type. */
  open<Args extends unknown[], Made extends object>(name: string, open: (...args: Args) => Made, ...args: Args): Made {
    const madeAt = getCallSites(FRAMES)
    const record = (part: object) => this.#record(name, part, classOf(part) ?? open.name, args, madeAt)
    const made = open(...args)
    if (!(made instanceof Promise)) {
      record(made)
      return made
    }
    return made.then((part: object) => {
      record(part)
      return part
    }) as unknown as Made
  }

  /** Records a part that was given to the process, such as its database. */
  given<Part extends object>(name: string, part: Part): Part {
    this.#record(name, part, classOf(part) ?? name, [])
    return part
  }

  /** By name, in the order in which they were made. */
  beans(): Readonly<Record<string, Bean>> {
    const sources = new SourceFiles()
    const [own] = getCallSites(1).map((site) => sources.of(site))
    return Object.fromEntries(
      Array.from(this.#beans, ([name, { madeAt, ...bean }]) => {
        const resource = madeAt.map((site) => sources.of(site)).find((file) => file !== undefined && file !== own)
        return [name, { ...bean, ...(resource !== undefined && { resource }) }]
      }),
    )
  }

  #record(name: string, part: object, type: string, args: readonly unknown[], madeAt = getCallSites(FRAMES)): void {
    let unique = name
    for (let number = 2; this.#beans.has(unique); number++) unique = `${name}${number}`
    this.#beans.set(unique, {
      aliases: [],
      scope: 'singleton',
      type,
      madeAt,
      dependencies: this.#dependenciesIn(args),
    })
    // The first name stays: a part that is given on under another name is the same part.
    if (!this.#nameOf.has(part)) this.#nameOf.set(part, unique)
  }

  /** Arguments are parts, or plain objects and lists of them. */
  #dependenciesIn(args: readonly unknown[], depth = 0): string[] {
    const names = args.flatMap((arg): string[] => {
      if (typeof arg !== 'object' || arg === null) return []
      const name = this.#nameOf.get(arg)
      if (name !== undefined) return [name]
      const isPlain = Array.isArray(arg) || Object.getPrototypeOf(arg) === Object.prototype
      return isPlain && depth < 2 ? this.#dependenciesIn(Object.values(arg), depth + 1) : []
    })
    return [...new Set(names)]
  }
}

function nameFrom(className: string): string {
  return className.charAt(0).toLowerCase() + className.slice(1)
}

function classOf(part: object): string | undefined {
  const name: unknown = part.constructor?.name
  return typeof name === 'string' && name !== '' && name !== 'Object' ? name : undefined
}
