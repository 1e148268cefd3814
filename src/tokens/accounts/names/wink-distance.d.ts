// The library comes without types. Only what is used here.

declare module 'wink-distance' {
  interface Distances {
    readonly string: {
      /**
       * 1 − the similarity. Prefixes count only where the distance of Jaro is at most `boostThreshold`; with 1 they always do.
       */
      jaroWinkler(a: string, b: string, boostThreshold?: number): number
    }
  }
  const distances: Distances
  export default distances
}
