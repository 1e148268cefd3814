// What Node is started with for `tillgate serve`. Set later, by v8.setFlagsFromString, the first has no effect.

export const SERVE_FLAGS = [
  // Orders outlive quick collections while they wait for their commit, and are copied each time: the larger the young part
  // of the heap, the fewer copies. With 8 MB the p99 of withdrawals was 106 to 114 ms, with 16 MB 44 to 66; the 64 MB that
  // Node takes where memory is plenty cost memory and gain nothing.
  '--max-semi-space-size=16',
  // The old part is looked at when it has doubled, not when it has grown fourfold (docs/decisions/0012).
  '--heap-growing-percent=100',
]
